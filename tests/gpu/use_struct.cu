// A struct by value with a pointer inside; the test double of the driver can run it, under its name.
#include <cuda_runtime.h>

struct Part {
    int n;
    float *a;
};

extern "C" __global__ void use_struct(Part part)
{
    int i = threadIdx.x;
    if (i < part.n)
        part.a[i] = 9.0f;
}

int main()
{
    Part part;
    part.n = 5;
    float *host = new float[part.n];
    cudaMalloc(&part.a, part.n * sizeof(float));
    use_struct<<<1, 32>>>(part);
    cudaMemcpy(host, part.a, part.n * sizeof(float), cudaMemcpyDeviceToHost);
    return 0;
}
