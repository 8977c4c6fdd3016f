/* tilestep devices: the models that occupancy and roofline know. */
#include "cli/devices.h"
#include "cli/report/gpu_run.h"

#include "base/assets.h"
#include "base/file.h"

int devices_load(Cli *cli, DeviceTable *table)
{
    const char *path = asset_find(cli->arena, "assets/devices.txt");
    if (!path)
        return cli_error("the device models (assets/devices.txt) are not installed");
    char *text;
    size_t length;
    const Phrase *reason;
    if (!file_read(cli->arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason) ||
        !device_table_parse(cli->arena, text, length, table, &reason))
        return cli_error("%s: %p", path, reason);
    return 0;
}

static const char *device_names(Arena *arena, const DeviceTable *table)
{
    const char *names = "";
    for (int i = 0; i < table->count; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", table->models[i].name);
    return names;
}

int devices_choose(Cli *cli, const char *name, const DeviceModel **device)
{
    DeviceTable table;
    int status = devices_load(cli, &table);
    if (status)
        return status;
    name = name ? name : "H200";
    *device = device_find(&table, name);
    return *device ? 0
                   : cli_error("no device model matches '%s'; known: %s", name,
                               device_names(cli->arena, &table));
}

static const char *capability(Cli *cli, const DeviceModel *device)
{
    return arena_printf(cli->arena, "%d.%d", device->major, device->minor);
}

static json_t *device_object(Cli *cli, const DeviceModel *device)
{
    return json_pack("{sssssisisisisisisfsfsf}", "name", device->name, "compute_capability",
                     capability(cli, device), "multiprocessors", (int)device->sm_count,
                     "threads_per_sm", (int)device->threads_per_sm, "threads_per_block",
                     (int)device->threads_per_block, "registers_per_sm",
                     (int)device->registers_per_sm, "shared_per_sm_bytes",
                     (int)device->shared_per_sm_bytes, "shared_per_block_bytes",
                     (int)device->shared_per_block_optin_bytes, "clock_mhz", device->clock_mhz,
                     "peak_gflops", device->peak_gflops, "bandwidth_gb_s", device->bandwidth_gb_s);
}

static json_t *models_array(Cli *cli, const DeviceTable *table)
{
    json_t *array = json_array();
    for (int i = 0; i < table->count; ++i)
        json_array_append_new(array, device_object(cli, &table->models[i]));
    return array;
}

static void print_models(Cli *cli, const DeviceTable *devices)
{
    Table table = {.arena = cli->arena};
    table_row(&table, "device", "capability", "SMs", "threads/SM", "registers/SM",
              "shared bytes/SM", "GFLOP/s", "GB/s");
    for (int i = 0; i < devices->count; ++i) {
        const DeviceModel *d = &devices->models[i];
        table_row(&table, d->name, capability(cli, d), arena_printf(cli->arena, "%d", d->sm_count),
                  arena_printf(cli->arena, "%d", d->threads_per_sm),
                  arena_printf(cli->arena, "%d", d->registers_per_sm),
                  arena_printf(cli->arena, "%d", d->shared_per_sm_bytes),
                  arena_printf(cli->arena, "%.0f", d->peak_gflops),
                  arena_printf(cli->arena, "%.0f", d->bandwidth_gb_s));
    }
    table_print(stdout, &table);
}

static void print_gpu(const Cli *cli, const json_t *gpu)
{
    const char *device = json_string_value(json_object_get(gpu, "device"));
    const char *reason = json_string_value(json_object_get(gpu, "reason"));
    printf("\n%s: %s\n", text_get(cli->language, TEXT_GPU_HERE), device ? device : reason);
}

int command_devices(Cli *cli)
{
    DeviceTable table;
    int status = devices_load(cli, &table);
    if (status)
        return status;
    json_t *gpu = gpu_query_json(cli->options->json ? LANGUAGE_EN : cli->language);
    if (cli->options->json) {
        output_json(json_pack("{soso}", "gpu", gpu, "models", models_array(cli, &table)));
        return EXIT_CLEAN;
    }
    print_models(cli, &table);
    print_gpu(cli, gpu);
    json_decref(gpu);
    return EXIT_CLEAN;
}
