// Much of the result is never written: the grid is too small, or was computed from the wrong
// dimension, or the guards are of the wrong one.
#define T 4

__global__ void plain(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 45 unwritten
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void by_columns_first(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 45 unwritten
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void on_a_line(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 69 unwritten
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell < m * n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[cell / n * k + i] * B[i * n + cell % n];
        C[cell] = sum;
    }
}

__global__ void tiles(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 53 unwritten
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int ph = 0; ph < (k + T - 1) / T; ++ph) {
        As[ty][tx] = row < m && ph * T + tx < k ? A[row * k + ph * T + tx] : 0;
        Bs[ty][tx] = ph * T + ty < k && col < n ? B[(ph * T + ty) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

__global__ void guards_of_the_other(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 60 unwritten
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < m) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col]; // finds: out-of-bounds-read
        C[row * n + col] = sum; // finds: out-of-bounds-write
    }
}

__global__ void last_row_left(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong, 17 unwritten
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m - 1 && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void turned(const float *in, float *out, int w, int h) // result: wrong, 45 unwritten
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}

void sketch()
{
    int m = 5, k = 6, n = 17;
    float *A, *B, *C, *D, *E;
    cudaMalloc(&A, m * k * sizeof(float));
    cudaMalloc(&B, k * n * sizeof(float));
    cudaMalloc(&C, m * n * sizeof(float));
    cudaMalloc(&D, m * n * sizeof(float));
    cudaMalloc(&E, m * n * sizeof(float));
    dim3 block(T, T), swapped((m + 3) / 4, (n + 3) / 4), right((n + 3) / 4, (m + 3) / 4);
    plain<<<swapped, block>>>(A, B, C, m, k, n);
    by_columns_first<<<right, block>>>(A, B, C, m, k, n);
    on_a_line<<<2, 8>>>(A, B, C, m, k, n);
    tiles<<<dim3(2, 1), block>>>(A, B, C, m, k, n);
    guards_of_the_other<<<right, block>>>(A, B, C, m, k, n);
    last_row_left<<<right, block>>>(A, B, C, m, k, n);
    turned<<<swapped, block>>>(D, E, n, m);
}
