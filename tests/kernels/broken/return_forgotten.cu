// Functions that return a value, and not on every way through them.
#include <vector>

__device__ float positive(float x)
{
    if (x > 0.0f)
        return x;
} // finds: missing-return 4

__device__ int grade(int points)
{
    switch (points / 10) {
    case 2: return 1;
    case 1: return 2;
    }
} // finds: missing-return 6

__device__ int find(const float *a, int n, float x)
{
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            return i;
} // finds: missing-return 1

template <typename T> __device__ T square(T x)
{
    T y = x * x;
} // finds: missing-return 16

__global__ void k(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = in[i] + positive(i - 3.0f) + grade(2 * i) + find(in, i == 5 ? 0 : 8, in[3]);
    square(i);
}

int main()
{
    int n = 16;
    std::vector<float> in(n, 1);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    k<<<2, 8>>>(d_in, d_out, n);
}
