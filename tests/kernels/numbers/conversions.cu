// Every conversion between scalar types, stored as narrow as its type is: a lane converts one number
// to all of them. What an H200 gives stands in tests/gpu/records.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename From>
__global__ void convert(const From *in, bool *boolean, signed char *i8, unsigned char *u8, short *i16,
                        unsigned short *u16, int *i32, unsigned int *u32, long long *i64,
                        unsigned long long *u64, __half *f16, __nv_bfloat16 *bf16, float *f32,
                        double *f64, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    From x = in[i];
    boolean[i] = (bool)x;
    i8[i] = (signed char)x;
    u8[i] = (unsigned char)x;
    i16[i] = (short)x;
    u16[i] = (unsigned short)x;
    i32[i] = (int)x;
    u32[i] = (unsigned int)x;
    i64[i] = (long long)x;
    u64[i] = (unsigned long long)x;
    f16[i] = (__half)x;
    bf16[i] = (__nv_bfloat16)x;
    f32[i] = (float)x;
    f64[i] = (double)x;
}
