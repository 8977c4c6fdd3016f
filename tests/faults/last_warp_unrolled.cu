// "Warps run in step, so the last six levels need no barrier": they have not for years.
#include <cstdio>

template <typename T> __device__ void last_warp(volatile T *s, int t)
{
#ifdef RIGHT
    for (int d = 32; d > 0; d /= 2) {
        T v = s[t + d];
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
#else
    s[t] += s[t + 32]; // finds: race
    s[t] += s[t + 16]; // finds: race
    s[t] += s[t + 8];  // finds: race
    s[t] += s[t + 4];  // finds: race
    s[t] += s[t + 2];  // finds: race
    s[t] += s[t + 1];  // finds: race
#endif
}

template <typename T> __global__ void reduce(const T *in, T *out)
{
    __shared__ T s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp<T>(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main()
{
    float h[256], *in, *out;
    for (int i = 0; i < 256; ++i)
        h[i] = i % 8;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 2 * sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    reduce<float><<<2, 128>>>(in, out);
    cudaMemcpy(h, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
}
