// A negative number is skipped without going on to the next one.
#include <cstdio>

__global__ void sum_positive(const int *in, int *out, int per)
{
    int begin = threadIdx.x * per, i = begin, sum = 0;
    while (i < begin + per) { // finds: step-limit
        if (in[i] < 0) {
#ifdef RIGHT
            ++i;
#endif
            continue;
        }
        sum += in[i++];
    }
    out[threadIdx.x] = sum;
}

int main()
{
    int h[128], *in, *out;
    for (int i = 0; i < 128; ++i)
        h[i] = i % 6 - 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum_positive<<<1, 32>>>(in, out, 4);
    cudaMemcpy(h, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i)
        printf("%d ", h[i]);
}
