// Rows are copied with their length in bytes, but those of the host in elements apart.
// says: rows of cudaMemcpy2D are 128 bytes long, but one pitch is only 32 bytes
#include <cstdio>

__global__ void add_one(float *m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        m[i] += 1;
}

int main()
{
    const int rows = 8, cols = 32, n = rows * cols;
    static float h[n];
    float *m;
    cudaMalloc(&m, n * sizeof(float));
    cudaMemcpy(m, h, n * sizeof(float), cudaMemcpyHostToDevice);
    add_one<<<n / 64, 64>>>(m, n);
    size_t bytes = cols * sizeof(float);
#ifdef RIGHT
    cudaMemcpy2D(h, bytes, m, bytes, bytes, rows, cudaMemcpyDeviceToHost);
#else
    cudaMemcpy2D(h, cols, m, bytes, bytes, 8, cudaMemcpyDeviceToHost); // finds: copy-out-of-bounds
#endif
    printf("%g\n", h[n - 1]);
}
