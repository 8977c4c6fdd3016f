/* Chosen by asking the processor once; the environment can only ask for less. */
#include "count/lanes/lanes_float.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern const LaneFunctions lanes_baseline;
#ifdef LANES_HAVE_X86
extern const LaneFunctions lanes_avx2, lanes_avx512;
#endif

const LaneFunctions *lanes_pick(void)
{
    const LaneFunctions *best = &lanes_baseline;
#ifdef LANES_HAVE_X86
    const char *wish = getenv("TILESTEP_LANES");
    __builtin_cpu_init();
    bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f");
    if (has_avx2 && (!wish || strcmp(wish, "baseline") != 0))
        best = &lanes_avx2;
    if (has_avx512 && (!wish || strcmp(wish, "avx512") == 0))
        best = &lanes_avx512;
#endif
    return best;
}
