// Transposing in place: a block reads both tiles before it writes them, and no other touches them.
// expect: a[33] == 1025

__global__ void transpose(float *a, int n)
{
    __shared__ float tile[8][8], mirrored[8][8];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
    if (blockIdx.x < blockIdx.y)
        return;
    tile[threadIdx.y][threadIdx.x] = y * n + x + 992;
    mirrored[threadIdx.y][threadIdx.x] = v * n + u + 992;
    __syncthreads();
    a[v * n + u] = tile[threadIdx.x][threadIdx.y];
    __syncthreads();
    a[y * n + x] = mirrored[threadIdx.x][threadIdx.y];
}

int main()
{
    int n = 32;
    float *a;
    cudaMalloc(&a, n * n * sizeof(float));
    transpose<<<dim3(4, 4), dim3(8, 8)>>>(a, n);
    cudaDeviceSynchronize();
}
