// Two halves of a shared array in turn: one barrier a phase is enough.
// check: matmul

#define T 4

__global__ void pipelined(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

    As[0][ty][tx] = A[row * n + tx];
    Bs[0][ty][tx] = B[ty * n + col];
    __syncthreads();

    float sum = 0.0f;
    int now = 0;
    for (int at = T; at <= n; at += T, now ^= 1) {
        if (at < n) {
            As[now ^ 1][ty][tx] = A[row * n + at + tx];
            Bs[now ^ 1][ty][tx] = B[(at + ty) * n + col];
        }
        for (int i = 0; i < T; ++i)
            sum += As[now][ty][i] * Bs[now][i][tx];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

void sketch()
{
    int n = 16;
    float *A, *B, *C;
    cudaMalloc(&A, n * n * sizeof(float));
    cudaMalloc(&B, n * n * sizeof(float));
    cudaMalloc(&C, n * n * sizeof(float));
    pipelined<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
    cudaDeviceSynchronize();
}
