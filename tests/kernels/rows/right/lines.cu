// Rows and lines worked through: sums, scans, sorts, look-ups.

__global__ void softmax(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float most = in[row * cols], sum = 0;
    for (int j = 1; j < cols; ++j)
        most = fmaxf(most, in[row * cols + j]);
    for (int j = 0; j < cols; ++j)
        sum += expf(in[row * cols + j] - most);
    for (int j = 0; j < cols; ++j)
        out[row * cols + j] = expf(in[row * cols + j] - most) / sum;
}

__global__ void layer_norm(const float *in, const float *gamma, float *out, int rows, int cols)
{
    __shared__ float part[8];
    int row = blockIdx.x, tid = threadIdx.x;
    float sum = 0;
    for (int j = tid; j < cols; j += blockDim.x)
        sum += in[row * cols + j];
    part[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    float mean = part[0] / cols;
    for (int j = tid; j < cols; j += blockDim.x)
        out[row * cols + j] = (in[row * cols + j] - mean) * gamma[j];
}

__global__ void row_by_pointer(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *from = in + row * cols, *end = from + cols;
    float *to = out + row * cols;
    while (from < end)
        *to++ = *from++ + 1;
}

__global__ void scan_rows(float *data, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        for (int j = 1; j < cols; ++j)
            data[row * cols + j] += data[row * cols + j - 1];
}

__global__ void scan_columns(float *data, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols)
        for (int i = 1; i < rows; ++i)
            data[i * cols + col] += data[(i - 1) * cols + col];
}

__global__ void column_sums(const float *in, float *out, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= cols)
        return;
    float sum = 0;
    const float *p = in + col;
    for (int i = 0; i < rows; ++i, p += cols)
        sum += *p;
    out[col] = sum;
}

__global__ void largest_of_row(const float *in, int *out, int rows, int cols)
{
    int row = threadIdx.x + blockDim.x * blockIdx.x, best = 0;
    if (row >= rows)
        return;
    for (int j = 0; j < cols; ++j)
        if (in[row * cols + j] > in[row * cols + best])
            best = j;
    out[row] = best;
}

__global__ void sliding_sum(const float *in, float *out, int rows, int cols, int window)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j < cols; ++j) {
        sum += in[row * cols + j];
        if (j >= window)
            sum -= in[row * cols + j - window];
        out[row * cols + j] = sum;
    }
}

__global__ void ring(float *history, const float *sample, int rows, int cols, int time)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        for (int t = 0; t < 3; ++t)
            history[row * cols + (time + t) % cols] = sample[row];
}

__global__ void look_up(const float *table, const int *index, float *out, int count, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && j < cols)
        out[i * cols + j] = table[(index[i] & 0x7fffffff) % rows * cols + j];
}

__global__ void offsets_from_memory(const float *table, const int *offset, float *out, int rows, int cols)
{
    int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < cols && y < rows)
        out[y * cols + x] = table[y * cols + abs(offset[x]) % cols];
}

__global__ void rest_of_memory(const float *data, const int *offset, float *out, int n)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y < n)
        out[y] = data[y * 16 + abs(offset[y] * 7) % 64];
}

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void bit_reversal(const float *in, float *out, int bits)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1u << bits)
        out[__brev(i) >> (32 - bits)] = in[i];
}

__global__ void butterfly(float *re, float *im, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    int j = i % half, at = i / half * 2 * half + j;
    float c = cosf(3.14159f * j / half), s = -sinf(3.14159f * j / half);
    float tr = c * re[at + half] - s * im[at + half], ti = c * im[at + half] + s * re[at + half];
    re[at + half] = re[at] - tr;
    im[at + half] = im[at] - ti;
    re[at] += tr;
    im[at] += ti;
}

__global__ void histogram(const unsigned char *in, int *bins, int n)
{
    __shared__ int local[16];
    if (threadIdx.x < 16)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&local[in[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void row_histograms(const unsigned char *in, int *bins, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows)
        atomicAdd(&bins[y * 16 + in[y * cols + x] / 16], 1);
}

__global__ void bodies(const float4 *at, float3 *force, int n)
{
    __shared__ float4 tile[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 f = make_float3(0, 0, 0);
    float4 me = i < n ? at[i] : make_float4(0, 0, 0, 0);
    for (int first = 0; first < n; first += 8) {
        int j = first + threadIdx.x;
        tile[threadIdx.x] = j < n ? at[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < 8; ++k) {
            float dx = tile[k].x - me.x, d = dx * dx + 1;
            f.x += dx * tile[k].w / d;
        }
        __syncthreads();
    }
    if (i < n)
        force[i] = f;
}

__global__ void sum_tree(const float *in, float *out, int n)
{
    __shared__ float part[8];
    int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    float sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

__global__ void im2col(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int yy = y + i - 1, xx = x + j - 1;
            bool inside = yy >= 0 && yy < h && xx >= 0 && xx < w;
            out[(i * 3 + j) * w * h + y * w + x] = inside ? in[yy * w + xx] : 0;
        }
}

__global__ void sort_rows(float *data, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (int pass = 0; pass < cols; ++pass)
        for (int j = pass & 1; j + 1 < cols; j += 2)
            if (data[row * cols + j] > data[row * cols + j + 1]) {
                float kept = data[row * cols + j];
                data[row * cols + j] = data[row * cols + j + 1];
                data[row * cols + j + 1] = kept;
            }
}

__global__ void edit_distance(const char *a, const char *b, int *table, int na, int nb, int sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = sum - i;
    if (i > na || j < 1 || j > nb)
        return;
    int pitch = nb + 1;
    int replaced = table[(i - 1) * pitch + j - 1] + (a[i - 1] != b[j - 1]);
    int removed = table[(i - 1) * pitch + j] + 1, added = table[i * pitch + j - 1] + 1;
    table[i * pitch + j] = min(replaced, min(removed, added));
}

__global__ void integral_lookup(const float *table, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = table[(y + 1) * (w + 1) + x + 1] - table[y * (w + 1) + x + 1] -
                         table[(y + 1) * (w + 1) + x] + table[y * (w + 1) + x];
}

__global__ void chunks(const float *in, float *out, int rows, int cols, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int end = min((i + 1) * chunk, rows * cols);
    for (int j = i * chunk; j < end; ++j)
        out[j] = in[j] + 1;
}

__global__ void frames(const float *signal, float *out, int count, int window, int hop)
{
    int f = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (f < count && j < window)
        out[f * window + j] = signal[f * hop + j];
}

__global__ void clamped_by_branches(const float *in, float *out, int rows, int cols, int by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    int at = x > by ? x - by : x + by;
    if (at < 0)
        at = 0;
    else if (at > cols - 1)
        at = cols - 1;
    out[y * cols + x] = in[y * cols + at];
}

__global__ void row_from_memory(const float *in, const int *order, float *out, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows) {
        int from = abs(order[y]) % rows;
        const float *row = in + from * cols;
        out[y * cols + x] = row[x];
    }
}

__global__ void strided_pointer(const float *in, float *out, int n, int stride)
{
    const float *end = in + n;
    float sum = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (const float *p = in + i; p < end; p += stride)
        sum += *p;
    if (i < n)
        out[i] = sum;
}

__global__ void two_ends(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x;
    const float *from = in + row * cols;
    for (int j = threadIdx.x; j < cols / 2; j += blockDim.x) {
        out[row * cols + j] = from[cols - 1 - j];
        out[row * cols + cols - 1 - j] = from[j];
    }
}

void sketch()
{
    int w = 8, h = 6;
    float *a, *b, *x, *y, *table, *tall, *re, *im, *sums, *sixteen;
    int *ix, *iy, *bins, *row_bins, *grid2;
    unsigned char *bytes;
    char *left, *top;
    float4 *at;
    float3 *force;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&x, w * sizeof(float));
    cudaMalloc(&y, h * sizeof(float));
    cudaMalloc(&table, (w + 1) * (h + 1) * sizeof(float));
    cudaMalloc(&tall, 9 * w * h * sizeof(float));
    cudaMalloc(&re, 16 * sizeof(float));
    cudaMalloc(&im, 16 * sizeof(float));
    cudaMalloc(&sums, (w * h + 15) / 16 * sizeof(float));
    cudaMalloc(&sixteen, (16 * h + 64) * sizeof(float));
    cudaMalloc(&ix, w * sizeof(int));
    cudaMalloc(&iy, h * sizeof(int));
    cudaMalloc(&bins, 16 * sizeof(int));
    cudaMalloc(&row_bins, 16 * h * sizeof(int));
    cudaMalloc(&grid2, (w + 1) * (h + 1) * sizeof(int));
    cudaMalloc(&bytes, w * h);
    cudaMalloc(&left, h);
    cudaMalloc(&top, w);
    cudaMalloc(&at, w * sizeof(float4));
    cudaMalloc(&force, w * sizeof(float3));
    dim3 block(4, 4), grid((w + 3) / 4, (h + 3) / 4);
    int rows = (h + 7) / 8, all = (w * h + 7) / 8;
    softmax<<<rows, 8>>>(a, b, h, w);
    layer_norm<<<h, 8>>>(a, x, b, h, w);
    row_by_pointer<<<rows, 8>>>(a, b, h, w);
    scan_rows<<<rows, 8>>>(a, h, w);
    scan_columns<<<(w + 7) / 8, 8>>>(a, h, w);
    column_sums<<<(w + 7) / 8, 8>>>(a, x, h, w);
    largest_of_row<<<rows, 8>>>(a, iy, h, w);
    sliding_sum<<<rows, 8>>>(a, b, h, w, 3);
    ring<<<rows, 8>>>(a, y, h, w, 5);
    look_up<<<grid, block>>>(a, iy, b, h, h, w);
    offsets_from_memory<<<grid, block>>>(a, ix, b, h, w);
    rest_of_memory<<<rows, 8>>>(sixteen, iy, y, h);
    saxpy<<<2, 8>>>(w * h, 2.0f, a, b);
    bit_reversal<<<2, 8>>>(re, im, 4);
    butterfly<<<1, 8>>>(re, im, 16, 4);
    histogram<<<2, 16>>>(bytes, bins, w * h);
    row_histograms<<<grid, block>>>(bytes, row_bins, h, w);
    bodies<<<(w + 7) / 8, 8>>>(at, force, w);
    sum_tree<<<(w * h + 15) / 16, 8>>>(a, sums, w * h);
    im2col<<<grid, block>>>(a, tall, w, h);
    sort_rows<<<rows, 8>>>(a, h, w);
    edit_distance<<<rows, 8>>>(left, top, grid2, h, w, h);
    integral_lookup<<<grid, block>>>(table, b, w, h);
    int window = 4, hop = h;
    float *signal, *framed;
    cudaMalloc(&signal, (w * hop + window) * sizeof(float));
    cudaMalloc(&framed, w * window * sizeof(float));
    frames<<<dim3(1, (w + 3) / 4), block>>>(signal, framed, w, window, hop);
    clamped_by_branches<<<grid, block>>>(a, b, h, w, 2);
    row_from_memory<<<grid, block>>>(a, iy, b, h, w);
    strided_pointer<<<2, 4>>>(a, b, w * h, 8);
    two_ends<<<h, 4>>>(a, b, h, w);
    chunks<<<all, 4>>>(a, b, h, w, 3);
}
