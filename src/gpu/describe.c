/* The device in words: problems, and its properties as lines "key value". */
#include "gpu/gpu.h"

const char *gpu_problem_text(GpuProblem problem, Language language)
{
    static const char *const texts[GPU_PROBLEM_COUNT][LANGUAGE_COUNT] = {
        [GPU_OK] = {"", ""},
#define PROBLEM(name, english, chinese) [GPU_##name] = {english, chinese},
#include "gpu/problem.def"
    };
    return texts[problem][language];
}

const char *gpu_device_text(Arena *arena, const GpuDevice *d)
{
    const struct {
        const char *key;
        double value;
    } lines[] = {
        {"multiprocessors", d->sm_count},
        {"threads_per_sm", d->threads_per_sm},
        {"threads_per_block", d->threads_per_block},
        {"blocks_per_sm", d->blocks_per_sm},
        {"registers_per_sm", d->registers_per_sm},
        {"registers_per_block", d->registers_per_block},
        {"shared_per_sm_bytes", d->shared_per_sm_bytes},
        {"shared_per_block_bytes", d->shared_per_block_bytes},
        {"shared_per_block_optin_bytes", d->shared_per_block_optin_bytes},
        {"shared_reserved_per_block_bytes", d->shared_reserved_per_block_bytes},
        {"clock_mhz", d->clock_mhz},
        {"memory_clock_mhz", d->memory_clock_mhz},
        {"memory_bus_bits", d->memory_bus_bits},
    };
    const char *text =
        arena_printf(arena, "device %s\ncompute_capability %d.%d\n", d->name, d->major, d->minor);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i)
        text = arena_printf(arena, "%s%s %.10g\n", text, lines[i].key, lines[i].value);
    return text;
}
