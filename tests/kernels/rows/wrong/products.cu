// Products that come out wrong; those that stay inside their matrices are told by the comparison.
#define T 4

__global__ void sum_too_short(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k - 1; ++i)
            sum += A[row * k + i] * B[i * n + col]; // finds: never-read
        C[row * n + col] = sum;
    }
}

__global__ void sum_too_long(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i <= k; ++i)
            sum += A[row * k + i] * B[i * n + col]; // finds: wrong-row-read, out-of-bounds-read
        C[row * n + col] = sum;
    }
}

__global__ void matmul_of_powers(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 1;
        for (int i = 0; i < k; ++i)
            sum *= A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void sum_not_kept(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum = A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void matmul_of_sums(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] + B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void squared(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void matmul_and_one(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 1;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void wrong_stride(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * k + col]; // finds: wrong-row-read
        C[row * n + col] = sum;
    }
}

__global__ void left_by_other_width(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * n + i] * B[i * n + col]; // finds: out-of-bounds-read
        C[row * n + col] = sum;
    }
}

__global__ void factors_swapped(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[col * n + i]; // finds: out-of-bounds-read, never-read
        C[row * n + col] = sum;
    }
}

__global__ void phases_too_few(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int ph = 0; ph < k / T; ++ph) {
        a[ty][tx] = row < m ? A[row * k + ph * T + tx] : 0; // finds: never-read
        b[ty][tx] = col < n ? B[(ph * T + ty) * n + col] : 0; // finds: never-read
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

__global__ void tiles_unguarded(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int ph = 0; ph < (k + T - 1) / T; ++ph) {
        a[ty][tx] = row < m ? A[row * k + ph * T + tx] : 0; // finds: wrong-row-read, out-of-bounds-read
        b[ty][tx] = col < n ? B[(ph * T + ty) * n + col] : 0; // finds: out-of-bounds-read
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

__global__ void moving_unguarded(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    __shared__ float a[T * T], b[T * T];
    int tx = threadIdx.x, ty = threadIdx.y;
    A += blockIdx.y * T * k;
    B += blockIdx.x * T;
    C += blockIdx.y * T * n + blockIdx.x * T;
    float sum = 0;
    for (int at = 0; at < k; at += T) {
        a[ty * T + tx] = A[ty * k + tx]; // finds: wrong-row-read, out-of-bounds-read
        b[ty * T + tx] = B[ty * n + tx]; // finds: wrong-row-read, out-of-bounds-read
        __syncthreads();
        A += T;
        B += T * n;
        for (int i = 0; i < T; ++i)
            sum += a[ty * T + i] * b[i * T + tx];
        __syncthreads();
    }
    if (blockIdx.y * T + ty < m)
        C[ty * n + tx] = sum; // finds: wrong-row-write, out-of-bounds-write
}

__global__ void moving_counted(const float *A, const float *B, float *C, int m, int k, int n) // result: wrong
{
    const float *a = A + (blockIdx.y * blockDim.y + threadIdx.y) * k;
    const float *b = B + blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.y * blockDim.y + threadIdx.y >= m)
        return;
    float sum = 0;
    for (int i = 0; i < k; ++i) {
        sum += *a * *b; // finds: wrong-row-read, out-of-bounds-read
        a += 1;
        b += n;
    }
    C += (blockIdx.y * blockDim.y + threadIdx.y) * n;
    C[blockIdx.x * blockDim.x + threadIdx.x] = sum; // finds: wrong-row-write, out-of-bounds-write
}

__global__ void gram_too_wide(const float *A, float *G, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cols) {
        float sum = 0;
        for (int r = 0; r < rows; ++r)
            sum += A[r * cols + i] * A[r * cols + j]; // finds: wrong-row-read, out-of-bounds-read
        G[i * cols + j] = sum; // finds: wrong-row-write, out-of-bounds-write
    }
}

__global__ void batch_too_wide(const float *A, float *C, int h, int w)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    const float *a = A + blockIdx.z * h * w;
    if (row < h)
        C[blockIdx.z * h * w + row * w + col] = // finds: wrong-row-write, out-of-bounds-write
            a[row * w + col]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void vector_too_long(const float *A, const float *x, float *y, int rows, int cols) // result: wrong
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int j = 0; j <= cols; ++j)
            sum += A[row * cols + j] * x[j]; // finds: wrong-row-read, out-of-bounds-read
        y[row] = sum;
    }
}

__global__ void lu_unguarded(float *A, int n, int step)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x + step + 1;
    int row = blockIdx.y * blockDim.y + threadIdx.y + step + 1;
    if (row < n)
        A[row * n + col] -= // finds: wrong-row-read, wrong-row-write, out-of-bounds-read, out-of-bounds-write
            A[row * n + step] * A[step * n + col]; // finds: wrong-row-read, race-war
}

__global__ void transpose_not_turned(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * w + y] = in[y * w + x]; // finds: wrong-row-write
}

__global__ void transpose_guards_kept(const float *in, float *out, int w, int h)
{
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    if (x < w && y < h)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y]; // finds: uninitialized-read, out-of-bounds-write
}

void sketch()
{
    int w = 6, h = 7, k = 5, batch = 2;
    float *A, *B, *C, *D, *G, *S, *x, *y, *mA, *mC;
    cudaMalloc(&A, h * k * sizeof(float));
    cudaMalloc(&B, k * w * sizeof(float));
    cudaMalloc(&C, h * w * sizeof(float));
    cudaMalloc(&D, h * w * sizeof(float));
    cudaMalloc(&G, w * w * sizeof(float));
    cudaMalloc(&S, h * h * sizeof(float));
    cudaMalloc(&x, w * sizeof(float));
    cudaMalloc(&y, h * sizeof(float));
    cudaMalloc(&mA, batch * h * w * sizeof(float));
    cudaMalloc(&mC, batch * h * w * sizeof(float));
    dim3 block(T, T), grid(2, 2);
    sum_too_short<<<grid, block>>>(A, B, C, h, k, w);
    sum_too_long<<<grid, block>>>(A, B, C, h, k, w);
    matmul_of_powers<<<grid, block>>>(A, B, C, h, k, w);
    sum_not_kept<<<grid, block>>>(A, B, C, h, k, w);
    matmul_of_sums<<<grid, block>>>(A, B, C, h, k, w);
    squared<<<grid, block>>>(A, B, C, h, k, w);
    matmul_and_one<<<grid, block>>>(A, B, C, h, k, w);
    wrong_stride<<<grid, block>>>(A, B, C, h, k, w);
    left_by_other_width<<<grid, block>>>(A, B, C, h, k, w);
    factors_swapped<<<grid, block>>>(A, B, C, h, k, w);
    phases_too_few<<<grid, block>>>(A, B, C, h, k, w);
    tiles_unguarded<<<grid, block>>>(A, B, C, h, k, w);
    moving_unguarded<<<grid, block>>>(A, B, C, h, k, w);
    moving_counted<<<grid, block>>>(A, B, C, h, k, w);
    gram_too_wide<<<grid, block>>>(C, G, h, w);
    batch_too_wide<<<dim3(2, 2, batch), block>>>(mA, mC, h, w);
    vector_too_long<<<1, 8>>>(C, x, y, h, w);
    lu_unguarded<<<grid, block>>>(S, h, 0);
    transpose_not_turned<<<grid, block>>>(C, D, w, h);
    transpose_guards_kept<<<grid, block>>>(C, D, w, h);
}
