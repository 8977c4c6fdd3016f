// Function templates written once more for some arguments, with the arguments named or told from
// the parameters or the result; a kernel written so; values of parameters that a declaration says.
// run: --launch 1
// expect: out[0] == 1
// expect: out[1] == 2
// expect: out[2] == 3
// expect: out[3] == 34
// expect: out[4] == 5
// expect: out[5] == 9
// expect: out[6] == 7
// expect: out[7] == 8.5

#include <cuda_bf16.h>

template <typename T> __device__ int kind(T);
template <> __device__ int kind<float>(float)
{
    return 1;
}
template <> __device__ int kind(int)
{
    return 2;
}

template <typename T> __device__ T zero()
{
    return T(3);
}
template <> __device__ double zero<double>()
{
    return 34;
}

template <typename T> __device__ T next(int i);
template <> __device__ int next(int i)
{
    return i + 1;
}
template <> __device__ float next(int i)
{
    return i + 2.5f;
}

template <typename T> __device__ float number(T x)
{
    return x;
}
template <> __device__ float number<__nv_bfloat16>(__nv_bfloat16 x)
{
    return __bfloat162float(x) + 4;
}

__global__ void special(float *out, float scale = 3, int by = 3);

template <typename T> __global__ void plain(T *out)
{
    out[0] = 0;
}
template <> __global__ void plain<float>(float *out)
{
    out[0] = kind(1.0f);
    out[1] = kind(3);
    out[2] = zero<float>();
    out[3] = zero<double>();
    out[4] = number(__float2bfloat16(1.0f));
    out[5] = 9;
    out[6] = next<int>(6);
    out[7] = next<float>(6);
}

__global__ void special(float *out, float scale, int by)
{
    out[0] = scale * by;
}

int main()
{
    float *out;
    cudaMalloc(&out, 8 * sizeof(float));
    plain<float><<<1, 1>>>(out);
    special<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
