/* The emulator's functions for numbers.cu: its lanes, a warp at a time. */
#include "vm/lanes/lanes.h"

#include <string.h>

int numbers_function(const char *name);
void numbers_single(int function, const float *a, const float *b, float *out, long count);
void numbers_double(int function, const double *a, const double *b, double *out, long count);

int numbers_function(const char *name)
{
    int function = 0;
    while (strcmp(math_info[function].name, name) != 0)
        ++function;
    return function;
}

void numbers_single(int function, const float *a, const float *b, float *out, long count)
{
    Lanes x, y, result;
    for (long i = 0; i < count; i += WARP_LANES) {
        memcpy(x.f32, a + i, sizeof x.f32);
        memcpy(y.f32, b + i, sizeof y.f32);
        lanes_math(&result, &x, &y, (MathFunction)function, SCALAR_F32, UINT32_MAX);
        memcpy(out + i, result.f32, sizeof result.f32);
    }
}

void numbers_double(int function, const double *a, const double *b, double *out, long count)
{
    Lanes x, y, result;
    for (long i = 0; i < count; i += WARP_LANES) {
        memcpy(x.f64, a + i, sizeof x.f64);
        memcpy(y.f64, b + i, sizeof y.f64);
        lanes_math(&result, &x, &y, (MathFunction)function, SCALAR_F64, UINT32_MAX);
        memcpy(out + i, result.f64, sizeof result.f64);
    }
}
