/* tilestep occupancy: what one multiprocessor holds of a kernel at once. */
#include "cli/devices.h"
#include "cli/json.h"

#include "probe/occupancy.h"

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

static const char *device_names(Arena *arena, const DeviceTable *table)
{
    const char *names = "";
    for (int i = 0; i < table->count; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", table->models[i].name);
    return names;
}

static json_t *allowed_object(const Occupancy *occupancy)
{
    json_t *object = json_object();
    for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        if (occupancy->allowed[i] != OCCUPANCY_UNLIMITED)
            json_object_set_new(object, occupancy_limit_names[i],
                                json_integer(occupancy->allowed[i]));
    return object;
}

/* The widest tile of two float matrices that a block of this device can hold. */
static int widest_tile(const DeviceModel *device, int *by_memory)
{
    return occupancy_tile_width(device, device->shared_per_block_bytes, by_memory);
}

static void print_json(const DeviceModel *device, const Occupancy *occupancy)
{
    int by_memory, width = widest_tile(device, &by_memory);
    output_json(json_pack("{sssisisisfsssosisisi}", "device", device->name, "blocks_per_sm",
                          occupancy->blocks_per_sm, "warps_per_sm", occupancy->warps_per_sm,
                          "threads_per_sm", occupancy->threads_per_sm, "occupancy",
                          occupancy->fraction, "limiter", occupancy_limit_names[occupancy->limiter],
                          "allowed", allowed_object(occupancy), "shared_allowed_unreserved",
                          occupancy->shared_allowed_unreserved, "tile_width", width,
                          "tile_width_by_memory", by_memory));
}

static void print_text(const DeviceModel *device, const Demand *demand, const Occupancy *occupancy)
{
    printf("%s, blocks of %llu threads with %llu registers each and %llu bytes of shared memory\n",
           device->name, (unsigned long long)demand->threads, (unsigned long long)demand->registers,
           (unsigned long long)demand->shared_bytes);
    printf("  a multiprocessor holds %d blocks: %d warps, %d threads, %.1f %% of its threads\n",
           occupancy->blocks_per_sm, occupancy->warps_per_sm, occupancy->threads_per_sm,
           occupancy->fraction * 100);
    printf("  limited by: %s\n", occupancy_limit_names[occupancy->limiter]);
    for (int i = OCCUPANCY_BLOCK_SIZE + 1; i < OCCUPANCY_LIMIT_COUNT; ++i)
        if (occupancy->allowed[i] != OCCUPANCY_UNLIMITED)
            printf("    %s alone would allow %d blocks\n", occupancy_limit_names[i],
                   occupancy->allowed[i]);
    if (occupancy->shared_allowed_unreserved != occupancy->allowed[OCCUPANCY_SHARED])
        printf("    (shared: %d if the driver kept nothing of it, as course notes reckon)\n",
               occupancy->shared_allowed_unreserved);
    int by_memory, width = widest_tile(device, &by_memory);
    printf("  widest tile for two float matrices: %d (%d by memory, at most %d threads a block)\n",
           width, by_memory, (int)device->threads_per_block);
}

int command_occupancy(Cli *cli)
{
    Demand demand;
    DeviceTable table;
    if (!read_demand(cli->options, &demand))
        return EXIT_UNUSABLE;
    int status = devices_load(cli, &table);
    if (status)
        return status;
    const char *name = cli->options->device;
    const DeviceModel *device = device_find(&table, name ? name : "H200");
    if (!device)
        return cli_error("no device model matches '%s'; known: %s", name ? name : "H200",
                         device_names(cli->arena, &table));
    if (!occupancy_is_known(device->major, device->minor))
        return cli_error("the limits of compute capability %d.%d are not known", device->major,
                         device->minor);
    Occupancy occupancy = occupancy_compute(device, (int)demand.threads, (int)demand.shared_bytes,
                                            (int)demand.registers);
    if (cli->options->json)
        print_json(device, &occupancy);
    else
        print_text(device, &demand, &occupancy);
    return EXIT_CLEAN;
}
