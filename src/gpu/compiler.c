/* One order through NVRTC, or from the cache. What comes out stands in one block of bytes (names,
 * then code), so that the cache keeps it as it is. */
#include "gpu/compiler.h"

#include "base/cache.h"
#include "gpu/nvrtc_library.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { OPTION_LIMIT = 16, CACHE_EDITION = 1 };

typedef struct Job {
    Arena *arena;
    const GpuOrder *order;
    Exchange *exchange;
    Nvrtc nvrtc;
    Architecture architecture;
    const char **options;
    int option_count;
    nvrtcProgram program;
} Job;

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int compiler_version(int driver_cuda)
{
    Nvrtc nvrtc;
    return nvrtc_open(&nvrtc, driver_cuda) ? nvrtc.major * 1000 + nvrtc.minor * 10 : 0;
}

static bool open_compiler(Job *job)
{
    GpuDevice *device = &job->exchange->device;
    if (!nvrtc_open(&job->nvrtc, device->driver_cuda))
        return exchange_fail(job->exchange, GPU_NO_COMPILER,
                             "no CUDA compiler library was found (libnvrtc.so); install the CUDA "
                             "toolkit of version %d.%d or older, or its package of NVRTC alone",
                             device->driver_cuda / 1000, device->driver_cuda % 1000 / 10);
    device->compiler_cuda = job->nvrtc.major * 1000 + job->nvrtc.minor * 10;
    job->architecture = nvrtc_architecture(&job->nvrtc, device->major, device->minor);
    if (job->architecture.number)
        return true;
    return exchange_fail(job->exchange, GPU_UNSUPPORTED,
                         "%s has compute capability %d.%d, but NVRTC %d.%d supports %d.%d and "
                         "newer; install the NVRTC of an older CUDA toolkit",
                         device->name, device->major, device->minor, job->nvrtc.major,
                         job->nvrtc.minor, job->architecture.oldest / 10,
                         job->architecture.oldest % 10);
}

static void add_option(Job *job, const char *option)
{
    job->options[job->option_count++] = option;
}

static bool is_in_text(const DeviceSource *source, const char *what)
{
    bool is_in = strstr(source->text, what) != NULL;
    for (int i = 0; i < source->header_count; ++i)
        is_in |= strstr(source->headers[i].text, what) != NULL;
    return is_in;
}

/* Headers of the host, as cublas_v2.h, include those of the short floats, and are left out. */
static void add_short_floats(Job *job)
{
    const DeviceSource *source = &job->order->source;
    if (is_in_text(source, "__nv_bfloat16") && !is_in_text(source, "cuda_bf16.h"))
        add_option(job, "--pre-include=cuda_bf16.h");
    if (is_in_text(source, "half") && !is_in_text(source, "cuda_fp16.h"))
        add_option(job, "--pre-include=cuda_fp16.h");
}

static void make_options(Job *job)
{
    const DeviceSource *source = &job->order->source;
    job->options = ARENA_ARRAY(job->arena, const char *, OPTION_LIMIT + source->define_count);
    add_option(job, arena_printf(job->arena, "--gpu-architecture=%s_%d",
                                 job->architecture.is_real ? "sm" : "compute",
                                 job->architecture.number));
    add_option(job, job->order->fmad ? "--fmad=true" : "--fmad=false");
    if (job->nvrtc.major >= 12) /* as nvcc's host compiler, takes designated initialisers */
        add_option(job, "--std=c++20");
    add_option(job, "--device-as-default-execution-space");
    add_option(job, "--disable-warnings");
    add_option(job, "--pre-include=" COMPILER_PRELUDE_NAME);
    add_option(job, job->order->unoptimised ? "--device-debug" : "--generate-line-info");
    int plain = job->option_count;
    add_short_floats(job);
    bool has_include = job->option_count > plain || is_in_text(source, "#include");
    const char *include = has_include ? nvrtc_include_path(job->arena, &job->nvrtc) : NULL;
    if (include) {
        add_option(job, arena_printf(job->arena, "--include-path=%s", include));
        add_option(job, arena_printf(job->arena, "--include-path=%s/cccl", include));
    }
    for (int i = 0; i < source->define_count; ++i)
        add_option(job, arena_printf(job->arena, "--define-macro=%s", source->defines[i]));
}

static CacheKey make_key(const Job *job)
{
    const DeviceSource *source = &job->order->source;
    CacheKey key = cache_key_start();
    const int versions[] = {CACHE_EDITION,     job->nvrtc.major,     job->nvrtc.minor,
                            job->option_count, source->header_count, source->global_count};
    cache_key_add(&key, versions, sizeof versions);
    cache_key_add_text(&key, compiler_prelude);
    cache_key_add_text(&key, source->name);
    cache_key_add_text(&key, source->text);
    cache_key_add_text(&key, source->kernel);
    for (int i = 0; i < job->option_count; ++i)
        cache_key_add_text(&key, job->options[i]);
    for (int i = 0; i < source->global_count; ++i)
        cache_key_add_text(&key, source->globals[i]);
    for (int i = 0; i < source->header_count; ++i) {
        cache_key_add_text(&key, source->headers[i].name);
        cache_key_add_text(&key, source->headers[i].text);
    }
    return key;
}

/* Takes a block apart: the kernel's name and the variables' names, each with its NUL, then the
 * code. False if it is not of that form. */
static bool unpack(Job *job, const char *block, size_t size, Code *code)
{
    int count = job->order->source.global_count;
    const char **names = ARENA_ARRAY(job->arena, const char *, count + 1);
    const char *at = block, *end = block + size;
    for (int i = 0; i <= count; ++i) {
        const char *nul = memchr(at, '\0', (size_t)(end - at));
        if (!nul)
            return false;
        names[i] = at;
        at = nul + 1;
    }
    code->kernel = names[0];
    code->globals = names + 1;
    code->image = at;
    code->size = (size_t)(end - at);
    return code->size > 0;
}

static bool create_program(Job *job)
{
    const DeviceSource *source = &job->order->source;
    int count = source->header_count + 1;
    const char **texts = ARENA_ARRAY(job->arena, const char *, count);
    const char **names = ARENA_ARRAY(job->arena, const char *, count);
    texts[0] = compiler_prelude;
    names[0] = COMPILER_PRELUDE_NAME;
    for (int i = 1; i < count; ++i) {
        texts[i] = source->headers[i - 1].text;
        names[i] = source->headers[i - 1].name;
    }
    if (job->nvrtc.create(&job->program, source->text, source->name, count, texts, names) !=
        NVRTC_SUCCESS)
        return exchange_fail(job->exchange, GPU_COMPILE_ERROR, "NVRTC could not take the file");
    job->nvrtc.add_name(job->program, source->kernel);
    for (int i = 0; i < source->global_count; ++i)
        if (!compiler_is_static(source->globals[i]))
            job->nvrtc.add_name(job->program, arena_printf(job->arena, "&%s", source->globals[i]));
    return true;
}

static bool compile_program(Job *job)
{
    size_t size = 0;
    const char *first_error;
    nvrtcResult result = job->nvrtc.compile(job->program, job->option_count, job->options);
    job->nvrtc.log_size(job->program, &size);
    char *raw = arena_alloc(job->arena, size + 1);
    job->nvrtc.log(job->program, raw);
    const char *log = compiler_log(job->arena, raw, &first_error);
    snprintf(job->exchange->log, sizeof job->exchange->log, "%s", log);
    if (result == NVRTC_SUCCESS)
        return true;
    GpuProblem problem = result == NVRTC_ERROR_INVALID_OPTION ? GPU_UNSUPPORTED : GPU_COMPILE_ERROR;
    return exchange_fail(job->exchange, problem, "%s",
                         first_error ? first_error
                         : *log      ? log
                                     : "NVRTC gives no reason");
}

static const char *lowered(Job *job, const char *expression)
{
    const char *name = NULL;
    bool is_known = job->nvrtc.lowered_name(job->program, expression, &name) == NVRTC_SUCCESS;
    if (!is_known || !name)
        exchange_fail(job->exchange, GPU_COMPILE_ERROR,
                      "NVRTC does not know the name %s after compiling", expression);
    return is_known && name ? name : "";
}

static const char *lowered_static(Job *job, const char *image, size_t size, int global)
{
    const char *const *globals = job->order->source.globals;
    int earlier = 0;
    for (int i = 0; i < global; ++i)
        earlier += !strcmp(globals[i], globals[global]);
    const char *name = compiler_static_name(job->arena, image, size, globals[global], earlier);
    if (!name)
        exchange_fail(job->exchange, GPU_COMPILE_ERROR,
                      "several functions have a static variable %s, and a GPU run cannot tell "
                      "them apart: make it a __device__ variable of the file",
                      globals[global]);
    return name ? name : "";
}

static char *take_image(Job *job, size_t *size)
{
    const Nvrtc *nvrtc = &job->nvrtc;
    if (job->architecture.is_real)
        nvrtc->cubin_size(job->program, size);
    else
        nvrtc->ptx_size(job->program, size);
    char *image = arena_alloc(job->arena, *size);
    if (job->architecture.is_real)
        nvrtc->cubin(job->program, image);
    else
        nvrtc->ptx(job->program, image);
    return image;
}

static char *pack(Job *job, size_t *size)
{
    const DeviceSource *source = &job->order->source;
    size_t names = 0, capacity = 0, code = 0;
    const char *image = take_image(job, &code);
    const char **texts = ARENA_ARRAY(job->arena, const char *, source->global_count + 1);
    texts[0] = lowered(job, source->kernel);
    for (int i = 0; i < source->global_count; ++i)
        texts[i + 1] = compiler_is_static(source->globals[i])
                           ? lowered_static(job, image, code, i)
                           : lowered(job, arena_printf(job->arena, "&%s", source->globals[i]));
    for (int i = 0; i <= source->global_count; ++i)
        capacity += strlen(texts[i]) + 1;
    char *block = arena_alloc(job->arena, capacity + code);
    for (int i = 0; i <= source->global_count; ++i) {
        strcpy(block + names, texts[i]);
        names += strlen(texts[i]) + 1;
    }
    memcpy(block + names, image, code);
    *size = names + code;
    return block;
}

static bool compile_fresh(Job *job, CacheKey key, Code *code)
{
    size_t size = 0;
    bool is_good = create_program(job);
    if (is_good && (is_good = compile_program(job))) {
        char *block = pack(job, &size);
        is_good = job->exchange->problem == GPU_OK && unpack(job, block, size, code);
        if (is_good)
            cache_write(job->arena, key, block, size);
    }
    if (job->program)
        job->nvrtc.destroy(&job->program);
    return is_good ||
           exchange_fail(job->exchange, GPU_COMPILE_ERROR, "NVRTC gave no code for this GPU");
}

bool compile_order(Arena *arena, const GpuOrder *order, Exchange *exchange, Code *code)
{
    double start = now_ms();
    size_t size = 0;
    Job job = {.arena = arena, .order = order, .exchange = exchange};
    if (!open_compiler(&job))
        return false;
    make_options(&job);
    CacheKey key = make_key(&job);
    char *block = cache_read(arena, key, &size);
    code->is_from_cache = block && unpack(&job, block, size, code);
    if (!code->is_from_cache && !compile_fresh(&job, key, code))
        return false;
    code->compile_ms = now_ms() - start;
    return true;
}
