// Results of which a part is left as it was, and meant to be.
// sizes: k=5, k=2

__global__ void lower_triangle(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col <= row) {
        float sum = 0;
        for (int i = 0; i < n; ++i)
            sum += A[row * n + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void strictly_upper(const float *A, const float *B, float *C, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n && col > row) {
        float sum = 0;
        for (int i = 0; i < n; ++i)
            sum += A[row * n + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void some_rows(const float *A, const float *B, float *C, int m, int k, int n, int first, int end)
{
    int row = first + blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < end && row < m && col < n) {
        float sum = 0;
        for (int i = 0; i < k; ++i)
            sum += A[row * k + i] * B[i * n + col];
        C[row * n + col] = sum;
    }
}

__global__ void inside(const float *in, const float *weights, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 2 && y >= 2 && x < w - 2 && y < h - 2) {
        float sum = 0;
        for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx)
                sum += in[(y + dy - 1) * w + x + dx - 1] * weights[dy * 3 + dx];
        out[y * w + x] = sum;
    }
}

__global__ void corner_copied(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w / 2 && y < h / 2)
        out[y * w + x] = in[y * w + x];
}

__global__ void dot_of_blocks(const float *a, const float *b, float *sums, int n)
{
    __shared__ float part[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] * b[i] : 0;
    __syncthreads();
    for (int step = 4; step > 0; step /= 2) {
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void chosen(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] < b[i])
        out[i] = a[i] * b[i];
}

__global__ void on_the_diagonal(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * n + i] = a[i * n + i] * b[i * n + i];
}

__global__ void counted(const int *values, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[values[i] & 7], 1);
}

__global__ void along_three(const float *in, const float *weights, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int j = -1; j <= 1; ++j)
        if (x + j >= 0 && x + j < w)
            sum += in[y * w + x + j] * weights[j + 1];
    out[y * w + x] = sum;
}

__global__ void down_three(const float *in, const float *weights, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int j = -1; j <= 1; ++j)
        if (y + j >= 0 && y + j < h)
            sum += in[(y + j) * w + x] * weights[j + 1];
    out[y * w + x] = sum;
}

void sketch()
{
    int w = 8, h = 6, k = 3;
    float *A, *B, *C, *a, *b, *S, *T, *U, *weights, *sums;
    int *values, *bins;
    cudaMalloc(&A, h * k * sizeof(float));
    cudaMalloc(&B, k * w * sizeof(float));
    cudaMalloc(&C, h * w * sizeof(float));
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&S, w * w * sizeof(float));
    cudaMalloc(&T, w * w * sizeof(float));
    cudaMalloc(&U, w * w * sizeof(float));
    cudaMalloc(&weights, 9 * sizeof(float));
    cudaMalloc(&sums, (w * h + 7) * sizeof(float));
    cudaMalloc(&values, w * h * sizeof(int));
    cudaMalloc(&bins, 64 * sizeof(int));
    dim3 block(4, 4), grid((w + 3) / 4, (h + 3) / 4), square((w + 3) / 4, (w + 3) / 4);
    int all = (w * h + 7) / 8;
    lower_triangle<<<square, block>>>(S, T, U, w);
    strictly_upper<<<square, block>>>(S, T, U, w);
    some_rows<<<grid, block>>>(A, B, C, h, k, w, h / 3, h / 2 + 1);
    inside<<<grid, block>>>(a, weights, b, w, h);
    corner_copied<<<grid, block>>>(a, b, w, h);
    dot_of_blocks<<<all, 8>>>(a, b, sums, w * h);
    chosen<<<all, 8>>>(a, b, C, w * h);
    on_the_diagonal<<<(w + 7) / 8, 8>>>(S, T, U, w);
    counted<<<all, 8>>>(values, bins, w * h);
    along_three<<<grid, block>>>(a, weights, b, w, h);
    down_three<<<grid, block>>>(a, weights, b, w, h);
}
