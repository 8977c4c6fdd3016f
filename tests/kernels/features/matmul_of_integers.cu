// Integers, with factors for the product and for what was there.
// check: matmul

__global__ void product(const int *A, const int *B, int *C, int M, int N, int K, int alpha, int beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;
    int sum = 0;
    for (int i = 0; i < K; ++i)
        sum += A[row * K + i] * B[i * N + col];
    C[row * N + col] = alpha * sum + beta * C[row * N + col];
}

void sketch()
{
    int M = 6, N = 5, K = 7;
    int *A, *B, *C;
    cudaMalloc(&A, M * K * sizeof(int));
    cudaMalloc(&B, K * N * sizeof(int));
    cudaMalloc(&C, M * N * sizeof(int));
    product<<<dim3(2, 2), dim3(4, 4)>>>(A, B, C, M, N, K, 3, -2);
}
