// A guard is missing, is one too wide, or stands before the other dimension.

__global__ void last_column(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= w && y < h)
        out[y * w + x] = // finds: wrong-row-write, out-of-bounds-write
            in[y * w + x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void last_row(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y <= h)
        out[y * w + x] = in[y * w + x]; // finds: out-of-bounds-read, out-of-bounds-write
}

__global__ void rows_only(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < h)
        out[y * w + x] = in[y * w + x] + 1; // finds: wrong-row-read, wrong-row-write, out-of-bounds-read, out-of-bounds-write
}

__global__ void columns_only(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w)
        out[y * w + x] = in[y * w + x] + 1; // finds: out-of-bounds-read, out-of-bounds-write
}

__global__ void guards_swapped(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < h && y < w)
        out[y * w + x] = in[y * w + x] + 1; // finds: out-of-bounds-read, out-of-bounds-write
}

__global__ void right_neighbour(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[y * w + x + 1] - in[y * w + x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void left_neighbour(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[y * w + (x - 1)] - in[y * w + x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void neighbour_of_index(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * w + x;
    if (x < w && y < h)
        out[i] = in[i + 1] - in[i]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void lower_neighbour(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[(y + 1) * w + x] - in[y * w + x]; // finds: out-of-bounds-read
}

__global__ void upper_neighbour(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[(y - 1) * w + x] - in[y * w + x]; // finds: out-of-bounds-read
}

__global__ void blur_without_edges(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (y + dy >= 0 && y + dy < h)
                sum += in[(y + dy) * w + x + dx]; // finds: wrong-row-read, out-of-bounds-read
    out[y * w + x] = sum;
}

__global__ void blur_one_too_far(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            int r = y + dy, c = x + dx;
            if (r >= 0 && r < h && c >= 0 && c <= w)
                sum += in[r * w + c]; // finds: wrong-row-read, out-of-bounds-read
        }
    out[y * w + x] = sum;
}

__global__ void halo_without_check(const float *in, float *out, int w, int h)
{
    __shared__ float tile[6][6];
    int x = blockIdx.x * 4 + threadIdx.x - 1, y = blockIdx.y * 4 + threadIdx.y - 1;
    tile[threadIdx.y][threadIdx.x] = y >= 0 && y < h ? in[y * w + x] : 0; // finds: wrong-row-read, out-of-bounds-read
    __syncthreads();
    if (threadIdx.x >= 1 && threadIdx.x <= 4 && threadIdx.y >= 1 && threadIdx.y <= 4 && x < w && y < h)
        out[y * w + x] = tile[threadIdx.y][threadIdx.x - 1] + tile[threadIdx.y][threadIdx.x + 1];
}

__global__ void colours_too_far(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int stride = w * 3;
    if (y < h)
        for (int c = 0; c < 3; ++c)
            out[y * stride + x * 3 + c] = // finds: out-of-bounds-write
                rgb[y * stride + x * 3 + c]; // finds: out-of-bounds-read
}

__global__ void pool_too_far(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int ow = (w + 1) / 2, oh = h / 2;
    if (x < ow && y < oh)
        out[y * ow + x] = in[2 * y * w + 2 * x] + in[(2 * y + 1) * w + 2 * x + 1]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void volume_edge(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x < nx && y < ny)
        out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x + 1]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void scan_too_far(float *data, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        for (int j = 0; j < cols; ++j)
            data[row * cols + j] += data[row * cols + j - 1]; // finds: race-war, wrong-row-read, out-of-bounds-read
}

__global__ void softmax_too_far(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int j = 0; j <= cols; ++j)
        sum += expf(in[row * cols + j]); // finds: wrong-row-read, out-of-bounds-read
    for (int j = 0; j < cols; ++j)
        out[row * cols + j] = expf(in[row * cols + j]) / sum;
}

__global__ void row_pointer_too_far(const float *in, float *out, int rows, int cols)
{
    int y = blockIdx.y;
    const float *row = in + y * cols;
    for (int x = threadIdx.x; x <= cols; x += blockDim.x)
        out[y * cols + x] = // finds: wrong-row-write, out-of-bounds-write
            row[x]; // finds: wrong-row-read, out-of-bounds-read
}

__global__ void sorted_too_far(float *data, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (int j = 0; j < cols; j += 2)
        if (data[row * cols + j] > data[row * cols + j + 1]) // finds: wrong-row-read, out-of-bounds-read
            data[row * cols + j] = 0; // finds: race-raw
}

__global__ void pitched_too_far(const float *in, float *out, int w, int h, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < h) {
        const float *row = (const float *)((const char *)in + y * pitch);
        out[y * w + x] = row[x]; // finds: out-of-bounds-read, wrong-row-write, out-of-bounds-write
    }
}

void sketch()
{
    int w = 7, h = 6;
    float *a, *b, *cube, *cube_out, *half, *wide;
    unsigned char *rgb, *rgb_out;
    int depth = 2, pitch = 32;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&cube, w * h * depth * sizeof(float));
    cudaMalloc(&cube_out, w * h * depth * sizeof(float));
    cudaMalloc(&half, (w + 1) / 2 * (h / 2) * sizeof(float));
    cudaMalloc(&wide, pitch * h);
    cudaMalloc(&rgb, 3 * w * h);
    cudaMalloc(&rgb_out, 3 * w * h);
    dim3 block(4, 4), grid(3, 2);
    last_column<<<grid, block>>>(a, b, w, h);
    last_row<<<grid, block>>>(a, b, w, h);
    rows_only<<<grid, block>>>(a, b, w, h);
    columns_only<<<grid, block>>>(a, b, w, h);
    guards_swapped<<<grid, block>>>(a, b, w, h);
    right_neighbour<<<grid, block>>>(a, b, w, h);
    left_neighbour<<<grid, block>>>(a, b, w, h);
    neighbour_of_index<<<grid, block>>>(a, b, w, h);
    lower_neighbour<<<grid, block>>>(a, b, w, h);
    upper_neighbour<<<grid, block>>>(a, b, w, h);
    blur_without_edges<<<grid, block>>>(a, b, w, h);
    blur_one_too_far<<<grid, block>>>(a, b, w, h);
    halo_without_check<<<grid, dim3(6, 6)>>>(a, b, w, h);
    colours_too_far<<<grid, block>>>(rgb, rgb_out, w, h);
    pool_too_far<<<grid, block>>>(a, half, w, h);
    volume_edge<<<dim3(2, 2, depth), block>>>(cube, cube_out, w, h, depth);
    scan_too_far<<<1, 8>>>(a, h, w);
    softmax_too_far<<<1, 8>>>(a, b, h, w);
    row_pointer_too_far<<<dim3(1, h), 8>>>(a, b, h, w);
    float *own;
    cudaMalloc(&own, w * h * sizeof(float));
    sorted_too_far<<<1, 8>>>(own, h, w);
    pitched_too_far<<<dim3(3, 2), block>>>(wide, b, w, h, pitch);
}
