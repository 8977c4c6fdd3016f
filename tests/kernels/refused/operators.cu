// An operator for a struct.

struct Pair {
    float a, b;
};
__device__ Pair operator+(Pair x, Pair y)
{
    Pair z = {x.a + y.a, x.b + y.b};
    return z;
}

__global__ void k(float *out)
{
    Pair p = {1, 2};
    p = p + p; // error: operator
    out[threadIdx.x] = p.a;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
