// 3 x 3 in tiles of 2. A block is a warp of 4 threads; a check splits it where it holds for some of them.
// Loading M: phase 1 of the upper blocks (a column is missing), both phases of the lower ones: 3 for
// either column of blocks, 6 in all. Loading N: the same, turned. Storing P: 3 of the 4 blocks.
// check: matmul
// counts: all divergent_branches 15
// counts: shared_store zero_fills 28
// counts: global_load accesses 36
// counts: global_store accesses 9
#define T 2

__global__ void product(const float *M, const float *N, float *P, int width)
{
    __shared__ float Ms[T][T], Ns[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int ph = 0; ph < (width + T - 1) / T; ++ph) {
        if (row < width && ph * T + tx < width)
            Ms[ty][tx] = M[row * width + ph * T + tx];
        else
            Ms[ty][tx] = 0.0f;
        if (ph * T + ty < width && col < width)
            Ns[ty][tx] = N[(ph * T + ty) * width + col];
        else
            Ns[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < T; ++k)
            sum += Ms[ty][k] * Ns[k][tx];
        __syncthreads();
    }
    if (row < width && col < width)
        P[row * width + col] = sum;
}

void sketch()
{
    int width = 3;
    float *M, *N, *P;
    cudaMalloc(&M, width * width * sizeof(float));
    cudaMalloc(&N, width * width * sizeof(float));
    cudaMalloc(&P, width * width * sizeof(float));
    product<<<dim3((width + T - 1) / T, (width + T - 1) / T), dim3(T, T)>>>(M, N, P, width);
    cudaDeviceSynchronize();
}
