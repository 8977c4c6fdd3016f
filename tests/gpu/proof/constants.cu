// Loads of constant memory are no loads of global memory, for ncu as for the emulator; a pointer
// that may lead to either makes one that is.
#define TAPS 5
__constant__ float mask[64] = {1, 2, 4, 2, 1};

__device__ float tap(const float *from, int k)
{
    return from[k];
}

__global__ void convolution(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < TAPS; ++k)
        if (i + k < n)
            sum += in[i + k] * tap(mask, k);
    if (i < n)
        out[i] = sum;
}

__global__ void table(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + mask[threadIdx.x % 64] + mask[threadIdx.x / 8 % 64];
}

__global__ void either(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = n > 100 ? in : mask;
    if (i < n)
        out[i] = from[i % 64];
}
