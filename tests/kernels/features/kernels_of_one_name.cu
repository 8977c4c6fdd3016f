// Kernels and templates of one name, and of one name in two namespaces: a compiler has to be told
// which is meant.
// expect: out[1] == 41
#include "kernels_of_one_name.cuh"

namespace first {
__global__ void fill(float *out) { out[threadIdx.x] = 1; }
}

namespace second {
struct Start {
    float at;
};
__global__ void fill(int *out) { out[threadIdx.x] = 2; }
__global__ void fill(float *out, Start start) { out[threadIdx.x] = start.at; }
template <typename T> __global__ void scale(T *out) { out[threadIdx.x] *= 2; }
template <typename T, int BY = 10>
__global__ void scale(T *out, long n, Start start = {1}, const T (*rows)[4] = nullptr)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = BY * sum_of_two(start.at, 1) + 1;
}
} // namespace second

int main()
{
    float *out;
    int *whole;
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMalloc(&whole, 32 * sizeof(int));
    second::Start start = {3};
    second::scale<float><<<1, 32>>>(out, 32l, start, (const float(*)[4])out);
    second::scale<<<1, 32>>>(out);
    second::fill<<<1, 32>>>(out, start);
    second::fill<<<1, 32>>>(whole);
    cudaDeviceSynchronize();
}
