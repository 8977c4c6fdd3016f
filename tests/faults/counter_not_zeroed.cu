// The places in the list come from a counter, and nothing has set that to 0.
// says: cudaMalloc leaves whatever was there before
#include <cstdio>
#include <cstdlib>

__global__ void keep(const float *in, float *out, int *count, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > limit) {
        int place = atomicAdd(count, 1); // finds: uninitialized-read
        out[place] = in[i];              // finds: out-of-bounds-write
    }
}

int main()
{
    const int n = 96;
    float *h = (float *)malloc(n * sizeof(float)), *in, *out;
    int *count, kept;
    for (int i = 0; i < n; ++i)
        h[i] = i % 10;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&count, sizeof(int));
#ifdef RIGHT
    cudaMemset(count, 0, sizeof(int));
#endif
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    keep<<<3, 32>>>(in, out, count, n, 2.5f);
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", kept);
}
