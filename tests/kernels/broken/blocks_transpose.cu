// Transposing in place, tile by tile: a block overwrites the tile that another one still has to
// read.

__global__ void transpose(float *a, int n)
{
    __shared__ float tile[8][8];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * n + x]; // finds: race-war 768
    __syncthreads();
    int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
    a[v * n + u] = tile[threadIdx.x][threadIdx.y];
}

void sketch()
{
    int n = 32;
    float *a;
    cudaMalloc(&a, n * n * sizeof(float));
    transpose<<<dim3(4, 4), dim3(8, 8)>>>(a, n);
    cudaDeviceSynchronize();
}
