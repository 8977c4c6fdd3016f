// Kernels as people write them, one for each way of using the memory: `tilestep bench` runs them, and
// tests/count compares both engines on them.
#define BLOCK 256
__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int own[64];
    if (threadIdx.x < 64)
        own[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[in[i] & 63], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void sum_shuffles(const float *in, float *out, int n)
{
    __shared__ float warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? in[i] : 0.0f;
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffffffff, x, step);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0.0f;
        for (int step = 16; step > 0; step /= 2)
            x += __shfl_down_sync(0xffffffff, x, step);
        if (threadIdx.x == 0)
            atomicAdd(out, x);
    }
}
__global__ void scan(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = i < n ? in[i] : 0.0f;
    for (int step = 1; step < BLOCK; step *= 2) {
        __syncthreads();
        float x = t >= step ? tile[t - step] : 0.0f;
        __syncthreads();
        tile[t] += x;
    }
    if (i < n)
        out[i] = tile[t];
}
__global__ void softmax(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x;
    const float *row = in + blockIdx.x * n;
    float most = -1e30f;
    for (int k = t; k < n; k += BLOCK)
        most = fmaxf(most, row[k]);
    tile[t] = most;
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (t < step)
            tile[t] = fmaxf(tile[t], tile[t + step]);
        __syncthreads();
    }
    most = tile[0];
    __syncthreads();
    float sum = 0.0f;
    for (int k = t; k < n; k += BLOCK)
        sum += expf(row[k] - most);
    tile[t] = sum;
    __syncthreads();
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (t < step)
            tile[t] += tile[t + step];
        __syncthreads();
    }
    sum = tile[0];
    for (int k = t; k < n; k += BLOCK)
        out[blockIdx.x * n + k] = expf(row[k] - most) / sum;
}
__global__ void layer_norm(const float *in, float *out, int n)
{
    __shared__ float sums[8], mean_of_row;
    int t = threadIdx.x;
    const float *row = in + blockIdx.x * n;
    float sum = 0.0f;
    for (int k = t; k < n; k += BLOCK)
        sum += row[k];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        float all = 0.0f;
        for (int w = 0; w < 8; ++w)
            all += sums[w];
        mean_of_row = all / n;
    }
    __syncthreads();
    for (int k = t; k < n; k += BLOCK)
        out[blockIdx.x * n + k] = row[k] - mean_of_row;
}
__global__ void spmv(const int *starts, const int *cols, const float *values, const float *x,
                     float *y, int n)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row < n) {
        float sum = 0.0f;
        for (int k = starts[row]; k < starts[row + 1]; ++k)
            sum += values[k] * x[cols[k]];
        y[row] = sum;
    }
}
__global__ void bitonic(float *data)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x;
    tile[t] = data[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int size = 2; size <= BLOCK; size *= 2)
        for (int step = size / 2; step > 0; step /= 2) {
            int other = t ^ step;
            if (other > t) {
                float a = tile[t], b = tile[other];
                if ((a > b) == ((t & size) == 0)) {
                    tile[t] = b;
                    tile[other] = a;
                }
            }
            __syncthreads();
        }
    data[blockIdx.x * BLOCK + t] = tile[t];
}
#define RADIUS 3
__global__ void convolution(const float *in, const float *weights, float *out, int rows, int cols)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0.0f;
    for (int dy = -RADIUS; dy <= RADIUS; ++dy)
        for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
            int r = row + dy, c = col + dx;
            if (r >= 0 && r < rows && c >= 0 && c < cols)
                sum += in[r * cols + c] * weights[(dy + RADIUS) * 7 + dx + RADIUS];
        }
    if (row < rows && col < cols)
        out[row * cols + col] = sum;
}
__global__ void gray(const unsigned char *in, unsigned char *out, int rows, int cols)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < rows && col < cols) {
        int i = row * cols + col;
        float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
        out[i] = (unsigned char)(0.21f * r + 0.72f * g + 0.07f * b);
    }
}
__global__ void compact(const int *flags, int *out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned all = __ballot_sync(0xffffffff, i < n && flags[i] > 3);
    if (i < n)
        out[i] = __popc(all & ((1u << threadIdx.x % 32) - 1));
}
__global__ void gather(const int *index, const float *in, float *out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        out[i] = in[index[i]];
}
__global__ void sum_warp_syncs(const float *in, float *out, int n)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int step = BLOCK / 2; step >= 32; step /= 2) {
        if (t < step)
            tile[t] += tile[t + step];
        __syncthreads();
    }
    if (t < 32) {
        float x = tile[t];
        for (int step = 16; step > 0; step /= 2) {
            x += tile[t + step];
            __syncwarp();
            tile[t] = x;
            __syncwarp();
        }
        if (t == 0)
            out[blockIdx.x] = x;
    }
}
__global__ void filter(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    if (i < n && in[i] > 5) {
        unsigned on = __activemask();
        int at = 0, leader = __ffs(on) - 1;
        if (lane == leader)
            at = atomicAdd(count, __popc(on));
        at = __shfl_sync(on, at, leader) + __popc(on & ((1u << lane) - 1));
        out[at] = in[i];
    }
}
__global__ void repeated(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; ++k)
        out[i] = in[i] * 2.0f;
}
int main()
{
    int side = 512, n = side * side, blocks = n / BLOCK, rows = n / 1024;
    int *in, *bins, *out, *starts, *cols;
    float *a, *b, *weights, *total, *values;
    unsigned char *image, *result;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&starts, (n + 1) * sizeof(int));
    cudaMalloc(&cols, 8 * n * sizeof(int));
    cudaMalloc(&values, 8 * n * sizeof(float));
    cudaMalloc(&bins, 64 * sizeof(int));
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&weights, 49 * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMalloc(&image, 3 * n);
    cudaMalloc(&result, n);
    int *read = (int *)malloc(8 * n * sizeof(int));
    fread(read, sizeof(int), 8 * n, stdin);
    cudaMemcpy(in, read, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(starts, read, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(cols, read, 8 * n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(a, read, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(values, read, 8 * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(weights, read, 49 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(image, read, 3 * n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, 64 * sizeof(int));
    cudaMemset(total, 0, sizeof(float));
    histogram<<<blocks, BLOCK>>>(in, bins, n);
    sum_shuffles<<<blocks, BLOCK>>>(a, total, n);
    sum_warp_syncs<<<blocks, BLOCK>>>(a, b, n);
    scan<<<blocks, BLOCK>>>(a, b, n);
    softmax<<<rows, BLOCK>>>(a, b, 1024);
    layer_norm<<<rows, BLOCK>>>(a, b, 1024);
    bitonic<<<blocks, BLOCK>>>(a);
    dim3 tiles(side / 16, side / 16), tile(16, 16);
    convolution<<<tiles, tile>>>(a, weights, b, side, side);
    gray<<<tiles, tile>>>(image, result, side, side);
    compact<<<blocks, BLOCK>>>(in, out, n);
    gather<<<blocks, BLOCK>>>(in, a, b, n);
    spmv<<<blocks, BLOCK>>>(starts, cols, values, a, b, n);
    filter<<<blocks, BLOCK>>>(in, out, bins, n);
    repeated<<<blocks, BLOCK>>>(values, b, 1024);
}
