/* A GPU run told: as JSON, and in a few lines. */
#include "cli/report/gpu_run.h"
#include "cli/report/result.h"
#include "probe/results/approximate.h"

#include <string.h>

static json_t *value_object(const GpuRun *gpu, int index, uint64_t scalar)
{
    Arena *arena = gpu->result->run->arena;
    const Buffer *buffer = &gpu->result->run->launch.buffers[index];
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t at = buffer->offset_bytes + scalar * size;
    uint8_t ours[8];
    memory_copy_out(gpu->result->memory, at, ours, size);
    return json_pack("{sIssss}", "index", (json_int_t)scalar, "emulator",
                     agreement_value_text(arena, buffer->type, ours), "gpu",
                     agreement_value_text(arena, buffer->type, gpu->outcome->arena + at));
}

static json_t *buffer_object(const GpuRun *gpu, int index)
{
    const BufferAgreement *agreement = &gpu->launches.first.buffers[index];
    json_t *first = json_array();
    for (int i = 0; i < agreement->first_count; ++i)
        json_array_append_new(first, value_object(gpu, index, agreement->first[i]));
    return json_pack("{sssIsIsfsfso}", "buffer", gpu->result->run->launch.buffers[index].name,
                     "total", (json_int_t)agreement->total, "different",
                     (json_int_t)agreement->different, "largest_difference",
                     agreement->largest_difference, "largest_value", agreement->largest_value,
                     "first", first);
}

static const char *told(const GpuRun *gpu, Language language)
{
    const Result *result = gpu->result;
    return launches_sentence(result->run->arena, language, &result->run->launch, &gpu->launches,
                             launches_cause(result->report));
}

static void add_agreement(json_t *object, const GpuRun *gpu)
{
    const Agreement *a = &gpu->launches.first;
    json_t *buffers = json_array();
    for (int i = 0; i < gpu->result->run->launch.buffer_count; ++i)
        if (a->buffers[i].different)
            json_array_append_new(buffers, buffer_object(gpu, i));
    json_t *more =
        json_pack("{sIsIsIsIso}", "different", (json_int_t)a->different, "guard_words_changed",
                  (json_int_t)a->guard_words_changed_there, "guard_words_changed_emulator",
                  (json_int_t)a->guard_words_changed_here, "guard_words_different",
                  (json_int_t)a->guard_words_different, "differences", buffers);
    json_object_update(object, more);
    json_decref(more);
}

/* What functions such as expf have to do with the differences. */
static void add_approximate(json_t *object, const GpuRun *gpu)
{
    Arena *arena = gpu->result->run->arena;
    const Agreement *agreement = &gpu->launches.first;
    Approximate functions = approximate_functions(arena, gpu->result->run->program);
    const char *sentence = approximate_sentence(arena, LANGUAGE_EN, &functions, agreement);
    if (sentence)
        json_object_set_new(
            object, "approximate",
            json_pack("{sssisIsbss}", "functions", functions.functions, "ulps", (int)functions.ulps,
                      "largest_ulps", (json_int_t)agreement->largest_ulps, "explains",
                      (int)approximate_explains(&functions, agreement), "sentence", sentence));
}

static void add_check(json_t *object, const GpuRun *gpu)
{
    const CheckResult *check = &gpu->launches.check;
    if (check->reference != REFERENCE_NONE)
        json_object_set_new(object, "check",
                            json_pack("{sssIsIsf}", "reference", reference_names[check->reference],
                                      "total", (json_int_t)check->total, "wrong",
                                      (json_int_t)check->wrong, "max_abs_error",
                                      check->max_abs_error));
}

/* Every launch: how much differs from the emulator and, with a reference, how much is wrong. */
static void add_launches(json_t *object, const GpuRun *gpu)
{
    const Launches *launches = &gpu->launches;
    json_t *array = json_array();
    for (int i = 0; i < launches->count; ++i) {
        const LaunchVerdict *verdict = &launches->each[i];
        json_t *one = json_pack("{sI}", "different", (json_int_t)verdict->different);
        if (launches->check.reference != REFERENCE_NONE)
            json_object_set_new(one, "wrong", json_integer((json_int_t)verdict->wrong));
        json_array_append_new(array, one);
    }
    json_object_set_new(object, "launches", array);
    const char *sentence = told(gpu, LANGUAGE_EN);
    if (sentence)
        json_object_set_new(object, "launches_sentence", json_string(sentence));
}

static json_t *roofline_object(const GpuRun *gpu)
{
    const Roofline *r = &gpu->roofline;
    return json_pack(
        "{sfsfsfsfsfsbss}", "flop_per_byte", r->intensity, "model_gflops", r->attainable_gflops,
        "memory_roof_gflops", r->bandwidth_gflops, "ridge_flop_per_byte", r->ridge_flop_per_byte,
        "measured_gflops", r->measured_gflops, "above_memory_roof", (int)r->is_above_memory_roof,
        "sentence", roofline_sentence(gpu->result->run->arena, LANGUAGE_EN, gpu->model, r));
}

/* How long the kernel took, in percent of the library's time; 0 if either is not known. */
static double library_percent(const GpuOutcome *o)
{
    return o->library_ms > 0 ? 100 * o->kernel_ms / o->library_ms : 0;
}

/* The elements that the library multiplied, and those of its result: "__half, float". */
static const char *library_types(const GpuRun *gpu)
{
    const CheckResult *check = &gpu->result->check;
    const Buffer *buffers = gpu->result->run->launch.buffers;
    if (gpu->outcome->library_ms <= 0)
        return NULL;
    return arena_printf(gpu->result->run->arena, "%s, %s", scalar_name(buffers[check->left].type),
                        scalar_name(buffers[check->output].type));
}

static json_t *times_object(const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    return json_pack("{sbsssfsbsfsfsfsfsisisisisfss?ss?sf}", "available", 1, "device",
                     o->device.name, "compile_ms", o->compile_ms, "from_cache",
                     (int)o->is_from_cache, "kernel_ms", o->kernel_ms, "kernel_least_ms",
                     o->kernel_least_ms, "kernel_most_ms", o->kernel_most_ms, "gflops", gpu->gflops,
                     "timed_launches", o->timed_launches, "registers", o->registers, "local_bytes",
                     o->local_bytes, "static_shared_bytes", o->static_shared_bytes, "library_ms",
                     o->library_ms, "library", o->library, "library_types", library_types(gpu),
                     "library_percent", library_percent(o));
}

/* Why there is no result, and what is known all the same. */
static json_t *unavailable(const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    json_t *object = json_pack("{sbssss}", "available", 0, "reason", o->reason, "problem",
                               gpu_problem_text(o->problem, LANGUAGE_EN));
    if (o->has_device)
        json_object_set_new(object, "device", json_string(o->device.name));
    return object;
}

json_t *gpu_run_json(const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    json_t *object = o->problem == GPU_OK ? times_object(gpu) : unavailable(gpu);
    if (o->arena) {
        add_agreement(object, gpu);
        add_approximate(object, gpu);
        add_check(object, gpu);
        add_launches(object, gpu);
    }
    if (o->problem == GPU_OK && gpu->model)
        json_object_set_new(object, "roofline", roofline_object(gpu));
    if (*o->log)
        json_object_set_new(object, "log", json_string(o->log));
    if (*o->printed)
        json_object_set_new(object, "printed", json_string(o->printed));
    return object;
}

static void print_times(const Cli *cli, const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    printf("%s", o->device.name);
    if (o->timed_launches)
        printf(", %.4g ms (%.4g .. %.4g), %.4g GFLOP/s", o->kernel_ms, o->kernel_least_ms,
               o->kernel_most_ms, gpu->gflops);
    if (o->library_ms > 0) {
        printf("\n  %s (%s): %.4g ms", o->library, library_types(gpu), o->library_ms);
        fputs(language_printf(cli->arena, cli->language, TEXT_FORMATS(TEXT_LIBRARY_PERCENT),
                              library_percent(o)),
              stdout);
    }
    if (gpu->model && o->timed_launches)
        printf("\n  %s", roofline_sentence(gpu->result->run->arena, cli->language, gpu->model,
                                           &gpu->roofline));
    putchar('\n');
}

static void print_agreement(const Cli *cli, const GpuRun *gpu)
{
    Arena *arena = gpu->result->run->arena;
    const Agreement *agreement = &gpu->launches.first;
    Approximate functions = approximate_functions(arena, gpu->result->run->program);
    const char *sentence = approximate_sentence(arena, cli->language, &functions, agreement);
    printf("  %llu %s %llu %s, %llu %s\n", (unsigned long long)agreement->different,
           text_get(cli->language, TEXT_OF), (unsigned long long)agreement->total,
           text_get(cli->language, TEXT_DIFFERENT),
           (unsigned long long)agreement->guard_words_changed_there,
           text_get(cli->language, TEXT_GUARD_WORDS));
    if (sentence)
        printf("  %s\n", sentence);
}

static void print_launches(const Cli *cli, const GpuRun *gpu)
{
    const Launches *launches = &gpu->launches;
    const char *sentence = told(gpu, cli->language);
    bool has_reference = launches->check.reference != REFERENCE_NONE;
    for (int i = 0; i < launches->count && launches->count > 1; ++i) {
        printf("  %s %d: %llu %s", text_get(cli->language, TEXT_LAUNCH), i + 1,
               (unsigned long long)launches->each[i].different,
               text_get(cli->language, TEXT_DIFFERENT));
        if (has_reference)
            printf(", %llu %s", (unsigned long long)launches->each[i].wrong,
                   text_get(cli->language, TEXT_WRONG_ELEMENTS));
        putchar('\n');
    }
    if (sentence)
        printf("  %s\n", sentence);
}

void gpu_run_print(const Cli *cli, const GpuRun *gpu)
{
    const GpuOutcome *o = gpu->outcome;
    printf("%s: ", text_get(cli->language, TEXT_GPU));
    if (o->problem == GPU_OK)
        print_times(cli, gpu);
    else
        puts(cli->language == LANGUAGE_EN ? o->reason
                                          : gpu_problem_text(o->problem, cli->language));
    if (o->arena) {
        print_agreement(cli, gpu);
        print_launches(cli, gpu);
    }
}

static json_t *device_object(const GpuDevice *device)
{
    json_t *object = json_pack("{sbss}", "available", 1, "device", device->name);
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"compute_capability_major", device->major},
        {"compute_capability_minor", device->minor},
        {"multiprocessors", device->sm_count},
        {"threads_per_sm", device->threads_per_sm},
        {"threads_per_block", device->threads_per_block},
        {"blocks_per_sm", device->blocks_per_sm},
        {"registers_per_sm", device->registers_per_sm},
        {"shared_per_sm_bytes", device->shared_per_sm_bytes},
        {"shared_per_block_bytes", device->shared_per_block_optin_bytes},
        {"l2_bytes", device->l2_bytes},
        {"memory_bytes", (double)device->memory_bytes},
        {"memory_bus_bits", device->memory_bus_bits},
        {"driver_cuda", device->driver_cuda},
        {"compiler_cuda", device->compiler_cuda},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        json_object_set_new(object, numbers[i].name, json_integer((json_int_t)numbers[i].value));
    json_object_set_new(object, "clock_mhz", json_number(device->clock_mhz));
    json_object_set_new(object, "memory_clock_mhz", json_number(device->memory_clock_mhz));
    return object;
}

json_t *gpu_query_json(Language language)
{
    GpuJob *job = gpu_start_query();
    gpu_wait(job);
    const GpuOutcome *outcome = gpu_outcome(job);
    json_t *object;
    if (outcome->problem == GPU_OK)
        object = device_object(&outcome->device);
    else
        object = json_pack("{sbss}", "available", 0, "reason",
                           language == LANGUAGE_EN ? outcome->reason
                                                   : gpu_problem_text(outcome->problem, language));
    gpu_free(job);
    return object;
}
