// Template parameters that are numbers and truth values; the launch gives them.
// check: matmul

template <const int BM, const int BN, int BK, bool IS_DOUBLED = true>
__global__ void blocks(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float As[BM * BK];
    __shared__ float Bs[BK * BN];

    const int row = threadIdx.x / BN, col = threadIdx.x % BN;
    float sum = 0.0f;
    for (int step = 0; step < k; step += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += BM * BN)
            As[i] = A[(blockIdx.y * BM + i / BK) * k + step + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += BM * BN)
            Bs[i] = B[(step + i / BN) * n + blockIdx.x * BN + i % BN];
        __syncthreads();
        for (int i = 0; i < BK; ++i)
            sum += As[row * BK + i] * Bs[i * BN + col];
        __syncthreads();
    }
    C[(blockIdx.y * BM + row) * n + blockIdx.x * BN + col] = IS_DOUBLED ? 2 * sum : sum;
}

void sketch()
{
    const int BM = 4, BN = 8, BK = 6;
    int m = 8, n = 16, k = 12;
    float *A, *B, *C;
    cudaMalloc(&A, m * k * sizeof(float));
    cudaMalloc(&B, k * n * sizeof(float));
    cudaMalloc(&C, m * n * sizeof(float));
    blocks<BM, BN, BK, false><<<dim3(n / BN, m / BM), BM * BN>>>(A, B, C, m, n, k);
    cudaDeviceSynchronize();
}
