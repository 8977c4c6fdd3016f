// A block of one dimension for a tile of two: row and column by / and %, the row first.
// check: matmul

#define BLOCKSIZE 4

void __global__ flat(int M, int N, int K, const float *A, const float *B, float *C)
{
    const int row = blockIdx.x * BLOCKSIZE + (threadIdx.x / BLOCKSIZE);
    const int col = blockIdx.y * BLOCKSIZE + (threadIdx.x % BLOCKSIZE);
    if (row < M && col < N) {
        float tmp = 0.0;
        for (int i = 0; i < K; ++i)
            tmp += A[row * K + i] * B[i * N + col];
        C[row * N + col] = tmp;
    }
}

#define CEIL_DIV(M, N) (((M) + (N)-1) / (N))

void sketch()
{
    int M = 5, N = 7, K = 6;
    float *A, *B, *C;
    cudaMalloc((void **)&A, sizeof(float) * M * K);
    cudaMalloc((void **)&B, sizeof(float) * K * N);
    cudaMalloc((void **)&C, sizeof(float) * M * N);
    dim3 gridDim(CEIL_DIV(M, BLOCKSIZE), CEIL_DIV(N, BLOCKSIZE));
    flat<<<gridDim, BLOCKSIZE * BLOCKSIZE>>>(M, N, K, A, B, C);
    cudaDeviceSynchronize();
}
