// A product beside which something else is written too: who computed what, and how many did.
// check: matmul

struct Sizes {
    int M, N, K;
};

__global__ void product(const float *A, const float *B, float *C, int *owner, int *done, Sizes p)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= p.M || col >= p.N)
        return;
    float sum = 0.0f;
    for (int i = 0; i < p.K; ++i)
        sum += A[row * p.K + i] * B[i * p.N + col];
    owner[row * p.N + col] = blockIdx.x;
    C[row * p.N + col] = sum;
    atomicAdd(done, 1);
}

void sketch()
{
    Sizes p = {6, 5, 7};
    float *A, *B, *C;
    int *owner, *done;
    cudaMalloc(&A, 6 * 7 * sizeof(float));
    cudaMalloc(&B, 7 * 5 * sizeof(float));
    cudaMalloc(&C, 6 * 5 * sizeof(float));
    cudaMalloc(&owner, 6 * 5 * sizeof(int));
    cudaMalloc(&done, sizeof(int));
    product<<<dim3(2, 2), dim3(4, 4)>>>(A, B, C, owner, done, p);
}
