// The squared distances between two lists of points use rows and columns as a product does. It is none.
// counts: global_load accesses 120

__global__ void distances(const float *A, const float *B, float *D, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        float apart = A[row * k + i] - B[col * k + i];
        sum += apart * apart;
    }
    D[row * n + col] = sum;
}

int main()
{
    int m = 5, n = 4, k = 3;
    float *A, *B, *D;
    cudaMallocManaged(&A, m * k * sizeof(float));
    cudaMallocManaged(&B, n * k * sizeof(float));
    cudaMallocManaged(&D, m * n * sizeof(float));
    dim3 block(4, 4), grid((n + 3) / 4, (m + 3) / 4);
    distances<<<grid, block>>>(A, B, D, m, n, k);
    cudaDeviceSynchronize();
}
