// The sizes come in a struct, and the sum stops one short; a debug array is written beside it.
// result: wrong

struct Problem {
    const float *A, *B;
    float *C;
    int M, N, K;
};

__global__ void product(Problem p, float *debug)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < p.M && col < p.N) {
        float sum = 0.0f;
        for (int i = 0; i + 1 < p.K; ++i)
            sum += p.A[row * p.K + i] * p.B[i * p.N + col]; // finds: never-read 2
        p.C[row * p.N + col] = sum;
        debug[row] = sum; // finds: race-waw 36
    }
}

void sketch()
{
    Problem p;
    p.M = 6;
    p.N = 4;
    p.K = 9;
    float *A, *B, *C, *debug;
    cudaMalloc(&A, p.M * p.K * sizeof(float));
    cudaMalloc(&B, p.K * p.N * sizeof(float));
    cudaMalloc(&C, p.M * p.N * sizeof(float));
    cudaMalloc(&debug, p.M * sizeof(float));
    p.A = A;
    p.B = B;
    p.C = C;
    product<<<dim3(4, 2), dim3(1, 4)>>>(p, debug);
}
