// Elements moved about: every row and column stays inside its matrix.

__global__ void transpose(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}

__global__ void transpose_tiles(const float *in, float *out, int w, int h)
{
    __shared__ float tile[4][4 + 1];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < w && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_grid_stride(const float *in, float *out, int w, int h)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += blockDim.x * gridDim.x)
        out[i % w * h + i / w] = in[i];
}

__global__ void transpose_coarse(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * 4 + threadIdx.x;
    for (int j = 0; j < 4; j += 2) {
        int y = blockIdx.y * 4 + threadIdx.y + j;
        if (threadIdx.y < 2 && x < w && y < h)
            out[(size_t)x * h + y] = in[(size_t)y * w + x];
    }
}

__global__ void flip(const float *in, float *out, int w, int h)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x, row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col >= w || row >= h)
        return;
    out[row * w + (w - 1 - col)] = in[row * w + col];
}

__global__ void upside_down(const float *in, float *out, int w, int h)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x, row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < w && row < h)
        out[(h - 1 - row) * w + col] = in[row * w + col];
}

__global__ void rotate(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * h + h - 1 - y] = in[y * w + x];
}

__global__ void roll(const float *in, float *out, int w, int h, int by)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + (x + by) % w] = in[y * w + x];
}

__global__ void roll_by_one(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int left = x == 0 ? w - 1 : x - 1;
    out[y * w + x] = in[y * w + left];
}

__global__ void grey(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int at = (y * w + x) * 3;
        out[y * w + x] = (rgb[at] * 2 + rgb[at + 1] * 5 + rgb[at + 2]) / 8;
    }
}

__global__ void planes(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    for (int c = 0; c < 3; ++c)
        out[c * w * h + y * w + x] = rgb[y * w * 3 + x * 3 + c];
}

__global__ void colour_rows(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int stride = w * 3;
    if (x < w && y < h)
        for (int c = 0; c < 3; c++)
            out[y * stride + x * 3 + c] = 255 - rgb[y * stride + x * 3 + c];
}

__global__ void pitched(const float *in, float *out, int w, int h, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        const float *row = (const float *)((const char *)in + y * pitch);
        out[y * w + x] = row[x];
    }
}

__global__ void padded_rows(const float *in, float *out, int w, int h, int ld)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < h && x < ld)
        out[y * ld + x] = x < w ? in[y * w + x] : 0.0f;
}

__global__ void submatrix(const float *in, float *out, int w, int h, int top, int left, int sw, int sh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float *part = in + top * w + left;
    if (x < sw && y < sh)
        out[y * sw + x] = part[y * w + x];
}

__global__ void beside(const float *a, const float *b, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        out[y * 2 * w + x] = a[y * w + x];
        out[y * 2 * w + w + x] = b[y * w + x];
    }
}

__global__ void upper_triangle(float *a, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n && col < row)
        a[row * n + col] = a[col * n + row];
}

__global__ void packed_triangle(const float *a, float *packed, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col <= row)
        packed[row * (row + 1) / 2 + col] = a[row * n + col];
}

__global__ void linear_neighbour(const float *in, float *out, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows)
        return;
    int i = y * cols + x;
    if (i + 1 < rows * cols)
        out[i] = in[y * cols + x + 1] - in[i];
    else
        out[i] = 0;
}

__global__ void linear_halo(const float *in, float *out, int rows, int cols)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int n = rows * cols;
    if (x < cols && y < rows) {
        float sum = 0;
        for (int d = -1; d <= 1; ++d) {
            int at = y * cols + x + d;
            if (at >= 0 && at < n)
                sum += in[at];
        }
        out[y * cols + x] = sum;
    }
}

__global__ void fold_rows(const float *in, float *out, int w, int h)
{
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += blockDim.x * gridDim.x)
            out[y * w + x] = in[y * w + x] * 2;
}

void sketch()
{
    int w = 8, h = 6;
    float *a, *b, *wide, *square, *packed, *row;
    unsigned char *rgb, *grey_out, *planes_out;
    int pitch = (w * 4 + 31) / 32 * 32, ld = (w + 3) / 4 * 4, n = h, sw = (w + 1) / 2, sh = (h + 1) / 2;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&wide, 2 * w * h * sizeof(float));
    cudaMalloc(&row, h * pitch);
    cudaMalloc(&square, n * n * sizeof(float));
    cudaMalloc(&packed, n * (n + 1) / 2 * sizeof(float));
    float *padded, *part;
    cudaMalloc(&padded, h * ld * sizeof(float));
    cudaMalloc(&part, sw * sh * sizeof(float));
    cudaMalloc(&rgb, 3 * w * h);
    cudaMalloc(&planes_out, 3 * w * h);
    cudaMalloc(&grey_out, w * h);
    dim3 block(4, 4), grid((w + 3) / 4, (h + 3) / 4);
    transpose<<<grid, block>>>(a, b, w, h);
    transpose_tiles<<<grid, block>>>(a, b, w, h);
    transpose_grid_stride<<<2, 8>>>(a, b, w, h);
    transpose_coarse<<<grid, block>>>(a, b, w, h);
    flip<<<grid, block>>>(a, b, w, h);
    upside_down<<<grid, block>>>(a, b, w, h);
    rotate<<<grid, block>>>(a, b, w, h);
    roll<<<grid, block>>>(a, b, w, h, 3);
    roll_by_one<<<grid, block>>>(a, b, w, h);
    grey<<<grid, block>>>(rgb, grey_out, w, h);
    planes<<<grid, block>>>(rgb, planes_out, w, h);
    colour_rows<<<grid, block>>>(rgb, planes_out, w, h);
    pitched<<<grid, block>>>(row, b, w, h, pitch);
    padded_rows<<<dim3((ld + 3) / 4, grid.y), block>>>(a, padded, w, h, ld);
    submatrix<<<grid, block>>>(a, part, w, h, h / 2, w / 2, sw, sh);
    beside<<<grid, block>>>(a, b, wide, w, h);
    upper_triangle<<<dim3((n + 3) / 4, (n + 3) / 4), block>>>(square, n);
    packed_triangle<<<dim3((n + 3) / 4, (n + 3) / 4), block>>>(square, packed, n);
    linear_neighbour<<<grid, block>>>(a, b, h, w);
    linear_halo<<<grid, block>>>(a, b, h, w);
    fold_rows<<<dim3(1, 2), block>>>(a, b, w, h);
}
