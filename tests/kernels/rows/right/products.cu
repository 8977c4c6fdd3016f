// Linear algebra: products in several layouts, and what looks like one.
// sizes: k=5, k=1
#define T 4

__global__ void product(const float *A, const float *B, float *C, int m, int k, int n) // check: matmul
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void product_tiles(const float *A, const float *B, float *C, int m, int k, int n) // check: matmul
{
    __shared__ float a[T][T], b[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int ph = 0; ph < (k + T - 1) / T; ++ph) {
        a[ty][tx] = row < m && ph * T + tx < k ? A[row * k + ph * T + tx] : 0;
        b[ty][tx] = ph * T + ty < k && col < n ? B[(ph * T + ty) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < T; ++i)
            sum += a[ty][i] * b[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = sum;
}

__global__ void product_moving(const float *A, const float *B, float *C, int m, int k, int n) // check: matmul
{
    __shared__ float a[T * T], b[T * T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int rows = m - blockIdx.y * T, cols = n - blockIdx.x * T;
    A += blockIdx.y * T * k;
    B += blockIdx.x * T;
    C += blockIdx.y * T * n + blockIdx.x * T;
    float sum = 0;
    for (int at = 0; at < k; at += T) {
        a[ty * T + tx] = ty < rows && at + tx < k ? A[ty * k + tx] : 0;
        b[ty * T + tx] = at + ty < k && tx < cols ? B[ty * n + tx] : 0;
        __syncthreads();
        A += T;
        B += T * n;
        for (int i = 0; i < T; ++i)
            sum += a[ty * T + i] * b[i * T + tx];
        __syncthreads();
    }
    if (ty < rows && tx < cols)
        C[ty * n + tx] = sum;
}

__global__ void product_turned(const float *A, const float *B, float *C, int m, int k, int n) // check: matmul
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; ++i)
        sum += A[i * m + row] * B[col * k + i];
    C[row * n + col] = sum;
}

__global__ void gram(const float *A, float *G, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cols && j < cols) {
        float sum = 0;
        for (int r = 0; r < rows; ++r)
            sum += A[r * cols + i] * A[r * cols + j];
        G[i * cols + j] = sum;
    }
}

__global__ void batched(const float *A, const float *B, float *C, int m, int k, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    const float *a = A + blockIdx.z * m * k, *b = B + blockIdx.z * k * n;
    float *c = C + blockIdx.z * m * n;
    if (row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += a[row * k + i] * b[i * n + col];
        c[row * n + col] = sum;
    }
}

__global__ void times_vector(const float *A, const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int j = 0; j < cols; ++j)
            sum += A[row * cols + j] * x[j];
        y[row] = sum;
    }
}

__global__ void times_vector_by_columns(const float *A, const float *x, float *y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j < cols; ++j)
        sum += A[j * rows + row] * x[j];
    y[row] = sum;
}

__global__ void times_vector_by_blocks(const float *A, const float *x, float *y, int rows, int cols)
{
    __shared__ float part[8];
    const float *row = A + blockIdx.x * cols;
    float sum = 0;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
        sum += row[j] * x[j];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 4; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[blockIdx.x] = part[0];
}

__global__ void outer(const float *x, const float *y, float *A, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        A[row * cols + col] = x[row] * y[col];
}

__global__ void triangular_solve(const float *L, float *b, int n)
{
    int i = threadIdx.x;
    for (int j = 0; j < n; ++j) {
        if (i == j)
            b[j] /= L[j * n + j] + 1;
        __syncthreads();
        if (i > j && i < n)
            b[i] -= L[i * n + j] * b[j];
        __syncthreads();
    }
}

__global__ void lu_step(float *A, int n, int step)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x + step + 1;
    int row = blockIdx.y * blockDim.y + threadIdx.y + step + 1;
    if (row < n && col < n)
        A[row * n + col] -= A[row * n + step] * A[step * n + col];
}

__global__ void swap_rows(float *A, int n, int a, int b)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < n) {
        float kept = A[a * n + col];
        A[a * n + col] = A[b * n + col];
        A[b * n + col] = kept;
    }
}

__global__ void floyd_warshall(int *dist, int n, int via)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n || i == via || j == via)
        return;
    int around = dist[i * n + via] + dist[via * n + j];
    if (around < dist[i * n + j])
        dist[i * n + j] = around;
}

__global__ void distances(const float *a, const float *b, float *out, int na, int nb, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < na && j < nb) {
        float sum = 0;
        for (int d = 0; d < dim; ++d) {
            float apart = a[i * dim + d] - b[j * dim + d];
            sum += apart * apart;
        }
        out[i * nb + j] = sqrtf(sum);
    }
}

__global__ void elementwise(const float *a, const float *b, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = a[y * w + x] * b[y * w + x];
}

__global__ void add_bias(const float *in, const float *bias, float *out, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows)
        out[y * cols + x] = fmaxf(in[y * cols + x] + bias[x], 0);
}

__global__ void scaled_rows(const float *in, const float *diagonal, float *out, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols)
        out[i] = in[i] * diagonal[i / cols];
}

void sketch()
{
    int w = 8, h = 6, k = 5;
    float *A, *B, *C, *G, *x, *y, *S, *mA, *mB, *mC, *D;
    int *dist, n = h, batch = 2;
    cudaMalloc(&A, h * k * sizeof(float));
    cudaMalloc(&B, k * w * sizeof(float));
    cudaMalloc(&C, h * w * sizeof(float));
    cudaMalloc(&D, h * w * sizeof(float));
    cudaMalloc(&S, n * n * sizeof(float));
    cudaMalloc(&dist, n * n * sizeof(int));
    cudaMalloc(&G, w * w * sizeof(float));
    cudaMalloc(&x, w * sizeof(float));
    cudaMalloc(&y, h * sizeof(float));
    cudaMalloc(&mA, batch * h * k * sizeof(float));
    cudaMalloc(&mB, batch * k * w * sizeof(float));
    cudaMalloc(&mC, batch * h * w * sizeof(float));
    dim3 block(T, T), grid((w + 3) / 4, (h + 3) / 4), square((n + 3) / 4, (n + 3) / 4);
    product<<<grid, block>>>(A, B, C, h, k, w);
    product_tiles<<<grid, block>>>(A, B, C, h, k, w);
    product_moving<<<grid, block>>>(A, B, C, h, k, w);
    product_turned<<<grid, block>>>(A, B, C, h, k, w);
    gram<<<dim3((w + 3) / 4, (w + 3) / 4), block>>>(C, G, h, w);
    batched<<<dim3(grid.x, grid.y, batch), block>>>(mA, mB, mC, h, k, w);
    times_vector<<<(h + 7) / 8, 8>>>(C, x, y, h, w);
    times_vector_by_columns<<<(h + 7) / 8, 8>>>(C, x, y, h, w);
    times_vector_by_blocks<<<h, 8>>>(C, x, y, h, w);
    outer<<<grid, block>>>(y, x, C, h, w);
    triangular_solve<<<1, 32>>>(S, y, n);
    lu_step<<<square, block>>>(S, n, 0);
    swap_rows<<<(n + 7) / 8, 8>>>(S, n, 0, n - 1);
    floyd_warshall<<<square, block>>>(dist, n, 0);
    distances<<<grid, block>>>(A, B, C, h, w, k);
    elementwise<<<grid, block>>>(C, D, D, w, h);
    add_bias<<<grid, block>>>(C, x, D, h, w);
    scaled_rows<<<(w * h + 7) / 8, 8>>>(C, y, D, h, w);
}
