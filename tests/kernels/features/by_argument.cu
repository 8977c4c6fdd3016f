// Functions of one name for several types of argument: averages of integers and sums of halves; float
// and double.
// expect: whole[0] == 4
// expect: whole[1] == 5
// expect: whole[2] == -3
// expect: whole[3] == 2147483647
// expect: whole[4] == 2147483647
// expect: whole[5] == -1
// expect: whole[6] == 3
// expect: whole[7] == 4
// expect: sums[0] == 9
// expect: sums[1] == 3.5
// expect: sums[2] == 9
// expect: sums[3] == 2
// expect: sizes[0] == 4
// expect: sizes[1] == 8
// expect: sizes[2] == 4
// expect: sizes[3] == 8
// expect: sizes[4] == 4
// expect: sizes[5] == 4
// expect: sizes[6] == 1
// expect: picked[0] == 1
// expect: picked[1] == 2
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ int pick(float)
{
    return 1;
}

__device__ int pick(half)
{
    return 2;
}

__global__ void averages(int *whole, float *sums, int *sizes, int *picked, int a, int b, double d)
{
    unsigned large = 4294967295u;
    short small = 3;
    whole[0] = __hadd(a, b);
    whole[1] = __rhadd(a, b);
    whole[2] = __hadd(-7, a - 1);
    whole[3] = __hadd(a + 2147483644, a + 2147483644);
    whole[4] = (int)__uhadd(large, a - 3u);
    whole[5] = (int)__urhadd(large, large);
    whole[6] = __hadd(small, a);
    whole[7] = (int)__urhadd(small, a + 1u);
    sums[0] = __half2float(__hadd(__float2half((float)a), __float2half((float)b)));
    sums[1] = __bfloat162float(__hadd(__float2bfloat16(1.5f), __float2bfloat16(2.0f)));
    half2 pair = __hadd2(__floats2half2_rn(4.0f, 1.0f), __floats2half2_rn(5.0f, 1.0f));
    sums[2] = __low2float(pair);
    sums[3] = __high2float(pair);
    float x = (float)a, whole_part;
    sizes[0] = sizeof(ldexp(x, 1));
    sizes[1] = sizeof(ldexp(d, 1));
    sizes[2] = sizeof(sinpi(x));
    sizes[3] = sizeof(exp10(d));
    sizes[4] = sizeof(modf(x, &whole_part));
    sizes[5] = sizeof(normcdf(x));
    sizes[6] = (int)ldexp(x, -1);
    picked[0] = pick(d);
    picked[1] = pick(__float2half(x));
}

int main()
{
    int *whole, *sizes, *picked;
    float *sums;
    cudaMalloc(&whole, 8 * sizeof(int));
    cudaMalloc(&sums, 4 * sizeof(float));
    cudaMalloc(&sizes, 7 * sizeof(int));
    cudaMalloc(&picked, 2 * sizeof(int));
    averages<<<1, 1>>>(whole, sums, sizes, picked, 3, 6, 2.0);
    cudaDeviceSynchronize();
}
