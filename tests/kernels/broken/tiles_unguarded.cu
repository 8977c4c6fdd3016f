// The tiles of moving_pointers_unguarded.cu with all in one index: the counts must be the same.
// run: --set M=6 --set N=7 --set K=5
// result: wrong
#define BS 4

__global__ void sgemm(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float As[BS * BS], Bs[BS * BS];
    const int row = blockIdx.y, col = blockIdx.x;
    const int tc = threadIdx.x % BS, tr = threadIdx.x / BS;
    float sum = 0.0f;
    for (int b = 0; b < K; b += BS) {
        As[tr * BS + tc] = A[(row * BS + tr) * K + b + tc]; // finds: wrong-row-read 30, out-of-bounds-read 38
        Bs[tr * BS + tc] = B[(b + tr) * N + col * BS + tc]; // finds: wrong-row-read 8, out-of-bounds-read 50
        __syncthreads();
        for (int d = 0; d < BS; ++d)
            sum += As[tr * BS + d] * Bs[d * BS + tc];
        __syncthreads();
    }
    C[(row * BS + tr) * N + col * BS + tc] = sum; // finds: wrong-row-write 5, out-of-bounds-write 17, race-waw 5
}

void sketch()
{
    int M = 8, N = 8, K = 8;
    float *d_A, *d_B, *d_C;
    cudaMalloc(&d_A, M * K * sizeof(float));
    cudaMalloc(&d_B, K * N * sizeof(float));
    cudaMalloc(&d_C, M * N * sizeof(float));
    dim3 grid((N + BS - 1) / BS, (M + BS - 1) / BS);
    sgemm<<<grid, BS * BS>>>(M, N, K, d_A, d_B, d_C);
}
