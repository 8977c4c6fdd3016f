// Arrays of a thread's own with initialiser lists: results in registers, TM x TN of them.
// check: matmul

#define BM 8
#define BN 8
#define BK 4
#define TM 4
#define TN 2

__global__ void registers(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float As[BM][BK], Bs[BK][BN];

    float results[TM][TN] = {0.};
    float regM[TM] = {}, regN[TN] = {0.0f, 0.0f};
    int threads = BM * BN / (TM * TN);
    int row0 = threadIdx.x / (BN / TN) * TM, col0 = threadIdx.x % (BN / TN) * TN;

    for (int step = 0; step < k; step += BK) {
        for (int i = threadIdx.x; i < BM * BK; i += threads)
            As[i / BK][i % BK] = A[(blockIdx.y * BM + i / BK) * k + step + i % BK];
        for (int i = threadIdx.x; i < BK * BN; i += threads)
            Bs[i / BN][i % BN] = B[(step + i / BN) * n + blockIdx.x * BN + i % BN];
        __syncthreads();
        for (int i = 0; i < BK; ++i) {
            for (int r = 0; r < TM; ++r)
                regM[r] = As[row0 + r][i];
            for (int c = 0; c < TN; ++c)
                regN[c] = Bs[i][col0 + c];
            for (int r = 0; r < TM; ++r)
                for (int c = 0; c < TN; ++c)
                    results[r][c] += regM[r] * regN[c];
        }
        __syncthreads();
    }
    for (int r = 0; r < TM; ++r)
        for (int c = 0; c < TN; ++c)
            C[(blockIdx.y * BM + row0 + r) * n + blockIdx.x * BN + col0 + c] = results[r][c];
}

void sketch()
{
    int m = 16, n = 8, k = 12;
    float *A, *B, *C;
    cudaMalloc(&A, m * k * sizeof(float));
    cudaMalloc(&B, k * n * sizeof(float));
    cudaMalloc(&C, m * n * sizeof(float));
    registers<<<dim3(n / BN, m / BM), BM * BN / (TM * TN)>>>(A, B, C, m, n, k);
    cudaDeviceSynchronize();
}
