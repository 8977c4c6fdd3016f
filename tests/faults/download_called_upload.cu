// The result is fetched by a copy that is called one to the device; one between two buffers is not.
#include <cstdio>

__global__ void halves(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] / 2;
}

int main()
{
    const int n = 64;
    float h[n], sum, *in, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(out, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(in, out, sizeof h, cudaMemcpyDeviceToDevice);
    halves<<<2, 32>>>(in, out, n);
#ifdef RIGHT
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
#else
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyHostToDevice); // finds: copy-wrong-kind
#endif
    printf("%g\n", sum);
}
