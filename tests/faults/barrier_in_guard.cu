// The threads behind the end are not sent through the barrier.
#include <cstdio>

__global__ void neighbour(const float *in, float *out, int n)
{
    __shared__ float s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    s[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] - s[(threadIdx.x + 1) % 32];
#else
    if (i < n) {
        s[threadIdx.x] = in[i];
        __syncthreads(); // finds: barrier-divergence
        out[i] = s[threadIdx.x] - s[(threadIdx.x + 1) % 32]; // finds: uninitialized-read?
    }
    __syncthreads(); // finds: barrier-divergence?
#endif
}

int main()
{
    const int n = 90;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i * 3 % 10;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    neighbour<<<3, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (float v : h)
        printf("%g ", v);
}
