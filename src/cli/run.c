/* tilestep run: a kernel once, with everything counted. */
#include "cli/devices.h"
#include "cli/report/gpu_run.h"
#include "cli/report/result.h"
#include "cli/report/table.h"
#include "cli/terminal/pair.h"

#include "base/file.h"
#include "probe/models/roofline.h"
#include "session/texts/strings.h"

#include <stdlib.h>
#include <string.h>

/* A buffer, or the part of one that begins where a parameter of that name points. */
static const Buffer *find_buffer(const Run *run, const char *name, uint64_t *start)
{
    const Launch *launch = &run->launch;
    const Buffer *whole = launch_buffer_named(launch, name);
    *start = 0;
    if (whole)
        return whole;
    for (int i = 0; i < launch->argument_count; ++i) {
        const Parameter *parameter = &run->program->parameters[i];
        int64_t bytes = launch_start_bytes(launch, i);
        if (parameter->type->kind != TYPE_POINTER || strcmp(parameter->name, name) != 0 ||
            launch->arguments[i] >= (uint64_t)launch->buffer_count)
            continue;
        const Buffer *buffer = &launch->buffers[launch->arguments[i]];
        *start = bytes > 0 && (uint64_t)bytes < buffer_bytes(buffer) ? (uint64_t)bytes : 0;
        return buffer;
    }
    return NULL;
}

static int no_such_buffer(Cli *cli, const Launch *launch, const char *name)
{
    const char *names = "";
    for (int i = 0; i < launch->buffer_count; ++i)
        names = arena_printf(cli->arena, "%s%s%s", names, i ? ", " : "", launch->buffers[i].name);
    return cli_error("--dump: there is no buffer '%s'; the kernel has: %s", name, names);
}

static int dump_buffer(Cli *cli, const Result *result, const NamedText *dump)
{
    uint64_t start;
    const Buffer *buffer = find_buffer(result->run, dump->name, &start);
    uint64_t size = buffer_bytes(buffer) - start;
    void *bytes = malloc(size ? size : 1);
    if (!bytes)
        return cli_error("--dump: no memory for the %llu bytes of %s", (unsigned long long)size,
                         dump->name);
    memory_copy_out(result->memory, buffer->offset_bytes + start, bytes, size);
    const Phrase *reason;
    bool good = file_write(cli->arena, dump->value, bytes, size, &reason);
    free(bytes);
    return good ? 0 : cli_error("cannot write '%s': %p", dump->value, reason);
}

static int dump_buffers(Cli *cli, const Result *result)
{
    const Pairs *dumps = &cli->options->dumps;
    uint64_t start;
    for (int i = 0; i < dumps->count; ++i)
        if (!find_buffer(result->run, dumps->items[i].name, &start))
            return no_such_buffer(cli, &result->run->launch, dumps->items[i].name);
    for (int i = 0; i < dumps->count; ++i) {
        int status = dump_buffer(cli, result, &dumps->items[i]);
        if (status)
            return status;
    }
    return 0;
}

static json_t *gpu_object(const GpuRun *gpu)
{
    if (gpu->job)
        return gpu_run_json(gpu);
    return json_pack("{sbss}", "available", 0, "reason", "not asked for: add --gpu");
}

/* What a device could do with the kernel, by its data sheet. */
static Roofline roofline_of(const Result *result, const DeviceModel *device)
{
    const Counters *counters = &result->report->counters;
    double flops = (double)counters->flops;
    Roofline roofline = roofline_compute(device, flops, (double)counters->global_load.bytes, 0);
    roofline_set_useful(&roofline, flops, (double)counters->useful_flops);
    return roofline;
}

/* The model's sentence, or why there is none. */
static const char *roofline_text(const Cli *cli, const Result *result, const DeviceModel *device)
{
    Roofline roofline = roofline_of(result, device);
    if (roofline.intensity > 0)
        return roofline_sentence(cli->arena, cli->language, device, &roofline);
    return language_printf(cli->arena, cli->language,
                           STRING_EITHER(result->report->counters.flops, STRING_ROOFLINE_NO_READS,
                                         STRING_ROOFLINE_NO_FLOPS),
                           result->run->program->name);
}

static json_t *roofline_object(const Cli *cli, const Result *result, const DeviceModel *device)
{
    Roofline r = roofline_of(result, device);
    return json_pack("{sssfsfsfsfsbss}", "device", device->name, "flop_per_byte", r.intensity,
                     "model_gflops", r.attainable_gflops, "peak_fraction", r.peak_fraction,
                     "ridge_flop_per_byte", r.ridge_flop_per_byte, "memory_bound",
                     (int)r.is_memory_bound, "sentence",
                     roofline_sentence(cli->arena, LANGUAGE_EN, device, &r));
}

/* device: NULL if none was asked for. */
static int print_result(Cli *cli, const Result *result, const DeviceModel *device)
{
    GpuRun gpu = {0};
    if (cli->options->gpu && !gpu_run(cli, result, &gpu))
        return EXIT_UNUSABLE;
    if (cli->options->json) {
        json_t *object = result_json(cli->arena, result);
        json_object_set_new(object, "gpu", gpu_object(&gpu));
        if (device)
            json_object_set_new(object, "roofline", roofline_object(cli, result, device));
        output_json(object);
    } else {
        table_result(cli, result);
        if (device)
            puts(roofline_text(cli, result, device));
        if (gpu.job)
            gpu_run_print(cli, &gpu);
    }
    gpu_run_free(&gpu);
    return result_status(result);
}

/* The run, and what is told of it by the right version that --compare names. */
static int make_result(Cli *cli, Result *result)
{
    const char *const paths[2] = {cli->options->operands.items[0], cli->options->compare_path};
    LoadOptions load[2] = {options_load(cli->arena, cli->options)};
    if (paths[1])
        pair_options(cli, paths, load);
    int status = result_make(paths[0], &load[0], result);
    return status || !paths[1] ? status : result_compare(result, paths[1], &load[1]);
}

int command_run(Cli *cli)
{
    const DeviceModel *device = NULL;
    Result result = {0};
    int status = cli->options->device ? devices_choose(cli, cli->options->device, &device) : 0;
    if (!status)
        status = make_result(cli, &result);
    if (!status)
        status = dump_buffers(cli, &result);
    if (!status)
        status = print_result(cli, &result, device);
    result_free(&result);
    return status;
}
