// Dynamic shared memory; the tile width is read from blockDim.
// check: matmul

__global__ void tiled(float *P, const float *M, const float *N, int width)
{
    extern __shared__ float tiles[];
    const int T = blockDim.x;
    float *Ms = tiles, *Ns = &tiles[T * T];

    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int ph = 0; ph < width / T; ++ph) {
        Ms[threadIdx.y * T + threadIdx.x] = M[row * width + ph * T + threadIdx.x];
        Ns[threadIdx.y * T + threadIdx.x] = N[(ph * T + threadIdx.y) * width + col];
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += Ms[threadIdx.y * T + i] * Ns[i * T + threadIdx.x];
        __syncthreads();
    }
    P[row * width + col] = sum;
}

void sketch()
{
    int width = 12, T = 4;
    float *M, *N, *P;
    cudaMalloc(&M, width * width * sizeof(float));
    cudaMalloc(&N, width * width * sizeof(float));
    cudaMalloc(&P, width * width * sizeof(float));
    dim3 block{(unsigned)T, (unsigned)T}, grid = {(unsigned)(width / T), (unsigned)(width / T)};
    tiled<<<grid, block, 2 * T * T * sizeof(float)>>>(P, M, N, width);
    cudaDeviceSynchronize();
}
