// Half of the block waits at one barrier and half at another.
#include <cstdio>

__global__ void exchange(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
#ifdef RIGHT
    s[t] = t < 32 ? in[t] : -in[t];
    __syncthreads();
#else
    if (t < 32) {
        s[t] = in[t];
        __syncthreads(); // finds: barrier-divergence
    } else {
        s[t] = -in[t];
        __syncthreads(); // finds: barrier-divergence?
    }
#endif
    out[t] = s[63 - t];
}

int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int v : h)
        printf("%d ", v);
}
