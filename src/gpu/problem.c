/* The problems in words. */
#include "gpu/gpu.h"

const char *gpu_problem_text(GpuProblem problem, Language language)
{
    static const char *const texts[GPU_PROBLEM_COUNT][LANGUAGE_COUNT] = {
        [GPU_OK] = {"", ""},
#define PROBLEM(name, english, chinese) [GPU_##name] = {english, chinese},
#include "gpu/problem.def"
#undef PROBLEM
    };
    return texts[problem][language];
}
