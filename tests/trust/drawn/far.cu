__global__ void far(const float *A, const float *B, float *C, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = A[i + 128];
    float b = B[i - 2];
    C[i] = a + b;
    C[i + 4 * n] = 1.0f;
}
void sketch() {
    int n = 8; float *A, *B, *C;
    cudaMalloc(&A, n * sizeof(float)); cudaMalloc(&B, n * sizeof(float)); cudaMalloc(&C, n * sizeof(float));
    far<<<2, 4>>>(A, B, C, n);
}
