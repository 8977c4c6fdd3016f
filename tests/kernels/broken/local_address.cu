// Addresses of variables that have ended: of a function's array, of a block's, and of a copy.
#include <cstdlib>

struct Pair {
    float a[2];
};

__device__ float *squares(float x)
{
    float t[4];
    for (int i = 0; i < 4; i++)
        t[i] = i * x;
    return t;
}

__device__ const float *first_of(Pair pair)
{
    return &pair.a[0];
}

__global__ void k(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float *s = squares(in[i]);
    out[i] = s[2]; // finds: dangling-pointer 40
    float *kept;
    {
        float inner[2] = {1, 2};
        kept = inner;
        kept[0] = 5;
    }
    out[i] += kept[1]; // finds: dangling-pointer 40
    Pair pair = {{1, 2}};
    out[i] += *first_of(pair); // finds: dangling-pointer 40
}

int main()
{
    int n = 40;
    float *h = (float *)malloc(n * sizeof(float)), *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, n * sizeof(float));
    k<<<1, 64>>>(in, out, n);
}
