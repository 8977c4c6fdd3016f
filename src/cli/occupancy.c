/* tilestep occupancy: what one multiprocessor holds of a kernel at once. */
#include "cli/devices.h"
#include "cli/report/result.h"

#include "base/singular.h"
#include "probe/models/occupancy.h"

#include <stdarg.h>

typedef struct Demand {
    uint64_t threads, shared_bytes, registers;
} Demand;

static bool read_number(const char *name, const char *text, uint64_t min, uint64_t max,
                        uint64_t *value)
{
    if (text && options_number(text, min, max, value))
        return true;
    if (text)
        cli_error("occupancy wants --%s with a whole number from %llu to %llu, not '%s'", name,
                  (unsigned long long)min, (unsigned long long)max, text);
    else
        cli_error("occupancy wants --%s with a whole number from %llu to %llu", name,
                  (unsigned long long)min, (unsigned long long)max);
    return false;
}

static bool read_demand(const CliOptions *options, Demand *demand)
{
    return read_number("threads", options->threads, 1, 1u << 20, &demand->threads) &&
           read_number("shared", options->shared_bytes, 0, 1u << 30, &demand->shared_bytes) &&
           read_number("registers", options->registers, 0, 1u << 20, &demand->registers);
}

static bool check_registers(const DeviceModel *device, uint64_t registers)
{
    int most = occupancy_registers_most(device);
    if (registers <= (uint64_t)most)
        return true;
    cli_error("a thread of %s has at most %d registers, not %llu", device->name, most,
              (unsigned long long)registers);
    return false;
}

static const char *limit_name(const Cli *cli, int limit)
{
    static const TextId names[OCCUPANCY_LIMIT_COUNT] = {
        [OCCUPANCY_BLOCK_SIZE] = TEXT_LIMIT_BLOCK_SIZE,
        [OCCUPANCY_THREADS] = TEXT_LIMIT_THREADS,
        [OCCUPANCY_SHARED] = TEXT_LIMIT_SHARED,
        [OCCUPANCY_REGISTERS] = TEXT_LIMIT_REGISTERS,
        [OCCUPANCY_BLOCKS] = TEXT_LIMIT_BLOCKS,
        [OCCUPANCY_WARPS] = TEXT_LIMIT_WARPS};
    return text_get(cli->language, names[limit]);
}

/* A line of that text, indented. */
static void print_words(const Cli *cli, int indent, TextId id, ...)
{
    va_list values;
    va_start(values, id);
    char *text = arena_vprintf(cli->arena, text_get(cli->language, id), values);
    va_end(values);
    singular_mend(text); /* Chinese has none of these words */
    printf("%*s%s\n", indent, "", text);
}

/* unreserved: what it would be if the driver kept no shared memory. */
static void say_limits(const Cli *cli, const Occupancy *occupancy, const Occupancy *unreserved)
{
    print_words(cli, 2, TEXT_OCCUPANCY_LIMITED, limit_name(cli, occupancy->limiter));
    for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        if (occupancy->allowed[i] != OCCUPANCY_UNLIMITED)
            print_words(cli, 4, TEXT_OCCUPANCY_ALONE, limit_name(cli, i), occupancy->allowed[i]);
    if (occupancy->shared_allowed_unreserved != occupancy->allowed[OCCUPANCY_SHARED])
        print_words(cli, 4, TEXT_OCCUPANCY_UNRESERVED, occupancy->shared_allowed_unreserved,
                    100 * unreserved->fraction);
}

static void print_text(const Cli *cli, const DeviceModel *device, const Demand *demand,
                       const Occupancy *occupancy)
{
    print_words(cli, 0, TEXT_OCCUPANCY_DEMAND, device->name, (unsigned long long)demand->threads,
                (unsigned long long)demand->registers, (unsigned long long)demand->shared_bytes);
    print_words(cli, 2, TEXT_OCCUPANCY_HELD, occupancy->blocks_per_sm, occupancy->warps_per_sm,
                100 * occupancy->fraction, occupancy->threads_per_sm,
                100.0 * occupancy->threads_per_sm / (double)device->threads_per_sm);
    DeviceModel plain = *device;
    plain.shared_reserved_per_block_bytes = 0;
    Occupancy unreserved = occupancy_compute(&plain, (int)demand->threads,
                                             (int)demand->shared_bytes, (int)demand->registers);
    say_limits(cli, occupancy, &unreserved);
    print_words(
        cli, 2, TEXT_OCCUPANCY_A_THREAD, (double)demand->shared_bytes / (double)demand->threads,
        (double)device->shared_per_sm_bytes / device->threads_per_sm, (int)device->threads_per_sm);
    int by_memory, width = occupancy_tile_width(device, device->shared_per_block_bytes, &by_memory);
    print_words(cli, 2, TEXT_OCCUPANCY_TILE, width, by_memory, (int)device->threads_per_block);
}

int command_occupancy(Cli *cli)
{
    Demand demand;
    const DeviceModel *device;
    if (!read_demand(cli->options, &demand))
        return EXIT_UNUSABLE;
    int status = devices_choose(cli, cli->options->device, &device);
    if (status)
        return status;
    if (!occupancy_is_known(device->major, device->minor))
        return cli_error("the limits of compute capability %d.%d are not known", device->major,
                         device->minor);
    if (!check_registers(device, demand.registers))
        return EXIT_UNUSABLE;
    Occupancy occupancy = occupancy_compute(device, (int)demand.threads, (int)demand.shared_bytes,
                                            (int)demand.registers);
    if (cli->options->json)
        output_json(record_occupancy(device, &occupancy));
    else
        print_text(cli, device, &demand, &occupancy);
    return EXIT_CLEAN;
}
