/* What random programs work on: numbers where mistakes hide, among ordinary ones. */
#include "generate.h"
#include "kernel.h"

#include <limits.h>
#include <math.h>

static const long long edges[] = {0,       1,        -1,        2,         127,      128,
                                  -128,    255,      32767,     -32768,    65535,    INT_MAX,
                                  INT_MIN, UINT_MAX, 1ll << 62, LLONG_MIN, LLONG_MAX};
static const double reals[] = {0,    -0.0,  1,      -1,       0.5,  3.75,     1e10,      -1e10,
                               1e30, 1e-30, 1e-310, 16777217, -2.5, INFINITY, -INFINITY, NAN};

void generate_inputs(uint64_t seed, int threads, long long *iin, double *fin)
{
    uint64_t state = seed + 1;
    for (int i = 0; i < threads * CASE_INPUTS; ++i) {
        uint32_t kind = trust_random(&state, 3);
        uint64_t wide = (uint64_t)trust_random(&state, 1u << 31) << 33;
        wide ^= trust_random(&state, 1u << 31);
        iin[i] = kind == 0   ? (long long)trust_random(&state, 40) - 20
                 : kind == 1 ? edges[trust_random(&state, sizeof edges / sizeof *edges)]
                             : (long long)wide;
        fin[i] = kind == 1 ? reals[trust_random(&state, sizeof reals / sizeof *reals)]
                           : (double)trust_random(&state, 2000) / 16 - 60;
    }
}
