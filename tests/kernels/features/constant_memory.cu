// __constant__ arrays, filled by the file itself or from the host, and __device__ variables.
// expect: out[0] == 6
// expect: out[3] == 60

#define TAPS 3

__constant__ float weights[TAPS] = {1.0f, 2.0f, 3.0f};
__device__ float scale = 10.0f;
__device__ int calls;

__global__ void weighted(float *out)
{
    float sum = 0.0f;
    for (int i = 0; i < TAPS; ++i)
        sum += weights[i];
    out[threadIdx.x] = threadIdx.x ? sum * scale : sum;
    atomicAdd(&calls, 1);
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    weighted<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
