// Launches as people write them: a wrapper with sizes, a grid that is mended, ceil of floats, int
// elements, the output first.
// check: matmul

#include <cmath>

__global__ void product(int *C, const int *A, const int *B, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += A[n * row + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

void multiply(int *h_C, int *h_A, int *h_B, const int size)
{
    int *d_C, *d_A, *d_B;
    size_t bytes = size * size * sizeof(int);
    cudaMalloc((void **)&d_C, bytes);
    cudaMalloc((void **)&d_A, bytes);
    cudaMalloc((void **)&d_B, bytes);
    cudaMemcpy(d_A, h_A, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, h_B, bytes, cudaMemcpyHostToDevice);
    dim3 threads(4, 4, 1);
    dim3 grid(size / threads.x, 1);
    if (size % threads.x)
        grid.x++;
    grid.y = ceil(size / (float)threads.y);
    product<<<grid, threads, 0, 0>>>(d_C, d_A, d_B, size);
    cudaMemcpy(h_C, d_C, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_A), cudaFree(d_B), cudaFree(d_C);
}

int main()
{
    const int size = 10;
    int *A = new int[size * size], *B = new int[size * size], *C = new int[size * size];
    for (int i = 0; i < size * size; i++)
        A[i] = B[i] = i;
    multiply(C, A, B, size);
    delete[] A;
    delete[] B;
    delete[] C;
}
