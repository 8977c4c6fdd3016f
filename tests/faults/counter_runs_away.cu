// A loop that counts down where it should count up: it goes away from its end.
#include <cstdio>

__global__ void harmonic(float *out, int terms)
{
    float sum = 0;
#ifdef RIGHT
    for (int i = 1; i <= terms; ++i)
#else
    for (int i = 1; i <= terms; --i) // finds: step-limit
#endif
        sum += 1.0f / (i + 0.5f);
    out[threadIdx.x] = sum;
}

int main()
{
    float h[32], *out;
    cudaMalloc(&out, sizeof h);
    harmonic<<<1, 32>>>(out, 600);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
}
