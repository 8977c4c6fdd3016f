// Neighbours: all that lie beyond the edge are left out, held at the edge, or taken from the other
// side.
// sizes: k=3, k=2
#define R 1
__constant__ float mask[(2 * R + 1) * (2 * R + 1)], line[2 * R + 1];

__global__ void five_points(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] +
                                  in[(y + 1) * w + x]);
}

__global__ void by_linear_index(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * w + x;
    if (x >= 1 && x + 1 < w && y >= 1 && y + 1 < h)
        out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4 * in[i];
}

__global__ void held_at_the_edge(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int dy = -R; dy <= R; dy++)
        for (int dx = -R; dx <= R; dx++) {
            int yy = min(max(y + dy, 0), h - 1), xx = min(max(x + dx, 0), w - 1);
            sum += in[yy * w + xx] * mask[(dy + R) * (2 * R + 1) + dx + R];
        }
    out[y * w + x] = sum;
}

__global__ void left_out(const float *in, float *out, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float sum = 0;
        int count = 0;
        for (int dy = -r; dy <= r; ++dy)
            for (int dx = -r; dx <= r; ++dx)
                if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w) {
                    sum += in[(y + dy) * w + (x + dx)];
                    ++count;
                }
        out[y * w + x] = sum / count;
    }
}

__global__ void life(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                alive += in[(y + dy + h) % h * w + (x + dx + w) % w] & 1;
    out[y * w + x] = alive == 3 || (alive == 2 && (in[y * w + x] & 1));
}

__global__ void life_by_names(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        int left = (x + w - 1) % w, right = (x + 1) % w;
        int up = (y + h - 1) % h * w, mid = y * w, down = (y + 1) % h * w;
        int alive = in[up + left] + in[up + x] + in[up + right] + in[mid + left] + in[mid + right] +
                    in[down + left] + in[down + x] + in[down + right];
        out[mid + x] = alive;
    }
}

__global__ void shared_halo(const float *in, float *out, int w, int h)
{
    __shared__ float tile[6][6];
    int x = blockIdx.x * 4 + threadIdx.x - 1, y = blockIdx.y * 4 + threadIdx.y - 1;
    if (x >= 0 && x < w && y >= 0 && y < h)
        tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    else
        tile[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x >= 1 && threadIdx.x <= 4 && threadIdx.y >= 1 && threadIdx.y <= 4 && x < w && y < h) {
        float sum = 0;
        for (int i = -1; i <= 1; i++)
            for (int j = -1; j <= 1; j++)
                sum += tile[threadIdx.y + i][threadIdx.x + j];
        out[y * w + x] = sum;
    }
}

__global__ void masked(const float *in, const float *weights, float *out, int w, int h, int mw)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int top = row - mw / 2, left = col - mw / 2;
        float sum = 0;
        for (int i = 0; i < mw; i++)
            for (int j = 0; j < mw; j++) {
                int r = top + i, c = left + j;
                if (r > -1 && r < h && c > -1 && c < w)
                    sum += in[r * w + c] * weights[i * mw + j];
            }
        out[row * w + col] = sum;
    }
}

__global__ void inner_only(const float *in, const float *weights, float *out, int w, int h, int mw)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int ow = w - mw + 1, oh = h - mw + 1;
    if (row >= oh || col >= ow)
        return;
    float sum = 0;
    for (int i = 0; i < mw; i++)
        for (int j = 0; j < mw; j++)
            sum += in[(row + i) * w + col + j] * weights[i * mw + j];
    out[row * ow + col] = sum;
}

__global__ void along_rows(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    float sum = 0;
    for (int j = -R; j <= R; ++j)
        if (x + j >= 0 && x + j < w)
            sum += in[y * w + x + j] * line[j + R];
    out[y * w + x] = sum;
}

__global__ void along_columns(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= w)
        return;
    float sum = 0;
    for (int j = -R; j <= R; ++j) {
        int at = y + j;
        if (at >= 0 && at < h)
            sum += in[at * w + x] * line[j + R];
    }
    out[y * w + x] = sum;
}

__global__ void sobel(const int *in, int *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = 0;
        return;
    }
    int gx = in[(y - 1) * w + x + 1] + 2 * in[y * w + x + 1] + in[(y + 1) * w + x + 1] -
             in[(y - 1) * w + x - 1] - 2 * in[y * w + x - 1] - in[(y + 1) * w + x - 1];
    int gy = in[(y + 1) * w + x - 1] + 2 * in[(y + 1) * w + x] + in[(y + 1) * w + x + 1] -
             in[(y - 1) * w + x - 1] - 2 * in[(y - 1) * w + x] - in[(y - 1) * w + x + 1];
    out[y * w + x] = abs(gx) + abs(gy);
}

__global__ void forward_difference(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float here = in[y * w + x];
        float dx = x < w - 1 ? in[y * w + x + 1] - here : 0;
        float dy = y < h - 1 ? in[(y + 1) * w + x] - here : 0;
        out[y * w + x] = dx + dy;
    }
}

__global__ void pool(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int ow = w / 2, oh = h / 2;
    if (x < ow && y < oh) {
        float most = in[2 * y * w + 2 * x];
        most = fmaxf(most, in[2 * y * w + 2 * x + 1]);
        most = fmaxf(most, in[(2 * y + 1) * w + 2 * x]);
        most = fmaxf(most, in[(2 * y + 1) * w + 2 * x + 1]);
        out[y * ow + x] = most;
    }
}

__global__ void pool_window(const float *in, float *out, int w, int h, int size, int stride, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    int y0 = y * stride, x0 = x * stride, y1 = min(y0 + size, h), x1 = min(x0 + size, w);
    float sum = 0;
    for (int i = y0; i < y1; ++i)
        for (int j = x0; j < x1; ++j)
            sum += in[i * w + j];
    out[y * ow + x] = sum / ((y1 - y0) * (x1 - x0));
}

__global__ void upsample(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 * w && y < 2 * h)
        out[y * 2 * w + x] = in[y / 2 * w + x / 2];
}

__global__ void bilinear(const float *in, float *out, int w, int h, int ow, int oh)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ow || y >= oh)
        return;
    float fx = (float)x * w / ow, fy = (float)y * h / oh;
    int x0 = (int)floorf(fx), y0 = (int)floorf(fy);
    int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float ax = fx - x0, ay = fy - y0;
    out[y * ow + x] = (1 - ay) * ((1 - ax) * in[y0 * w + x0] + ax * in[y0 * w + x1]) +
                      ay * ((1 - ax) * in[y1 * w + x0] + ax * in[y1 * w + x1]);
}

__global__ void seven_points(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= 1 && x < nx - 1 && y >= 1 && y < ny - 1 && z >= 1 && z < nz - 1)
        out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x - 1] + in[(z * ny + y) * nx + x + 1] +
                                     in[(z * ny + y - 1) * nx + x] + in[(z * ny + y + 1) * nx + x] +
                                     in[((z - 1) * ny + y) * nx + x] + in[((z + 1) * ny + y) * nx + x];
}

__global__ void marching_planes(const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny)
        return;
    int plane = nx * ny, at = y * nx + x;
    float below = 0, here = in[at];
    for (int z = 0; z < nz; ++z, at += plane) {
        float above = z + 1 < nz ? in[at + plane] : 0;
        float west = x > 0 ? in[at - 1] : 0, east = x < nx - 1 ? in[at + 1] : 0;
        out[z * plane + y * nx + x] = below + above + west + east + here;
        below = here;
        here = above;
    }
}

__global__ void line_of_three(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = in[i];
    if (i > 0)
        sum += in[i - 1];
    if (i < n - 1)
        sum += in[i + 1];
    out[i] = sum;
}

__global__ void red_black(float *u, int w, int h, int colour)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    x += (y + colour) & 1;
    if (x < w - 1 && y < h - 1)
        u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
}

__global__ void padded_input(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int pw = w + 2;
    if (x < w && y < h) {
        float sum = 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                sum += in[(y + i) * pw + x + j];
        out[y * w + x] = sum;
    }
}

__global__ void dilate(const unsigned char *in, unsigned char *out, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    unsigned char most = 0;
    for (int yy = max(0, y - 1); yy <= min(h - 1, y + 1); ++yy)
        for (int xx = max(0, x - 1); xx <= min(w - 1, x + 1); ++xx)
            if (in[yy * w + xx] > most)
                most = in[yy * w + xx];
    out[y * w + x] = most;
}

void sketch()
{
    int w = 8, h = 6, k = 3;
    float *a, *b, *weights, *half, *twice, *cube, *cube_out, *inner, *padded;
    int *ia, *ib;
    unsigned char *ba, *bb;
    int mw = k, depth = 3, ow = (w + 1) / 2, oh = (h + 1) / 2, bw = w + 3, bh = h + 2;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&inner, w * h * sizeof(float));
    cudaMalloc(&weights, mw * mw * sizeof(float));
    cudaMalloc(&half, ow * oh * sizeof(float));
    cudaMalloc(&twice, 4 * w * h * sizeof(float));
    cudaMalloc(&cube, w * h * depth * sizeof(float));
    cudaMalloc(&cube_out, w * h * depth * sizeof(float));
    cudaMalloc(&padded, (w + 2) * (h + 2) * sizeof(float));
    float *big;
    cudaMalloc(&big, bw * bh * sizeof(float));
    cudaMalloc(&ia, w * h * sizeof(int));
    cudaMalloc(&ib, w * h * sizeof(int));
    cudaMalloc(&ba, w * h);
    cudaMalloc(&bb, w * h);
    dim3 block(4, 4), grid((w + 3) / 4, (h + 3) / 4), rows((w + 3) / 4, h);
    five_points<<<grid, block>>>(a, b, w, h);
    by_linear_index<<<grid, block>>>(a, b, w, h);
    held_at_the_edge<<<grid, block>>>(a, b, w, h);
    left_out<<<grid, block>>>(a, b, w, h, 2);
    life<<<grid, block>>>(ia, ib, w, h);
    life_by_names<<<grid, block>>>(ia, ib, w, h);
    shared_halo<<<grid, dim3(6, 6)>>>(a, b, w, h);
    masked<<<grid, block>>>(a, weights, b, w, h, mw);
    inner_only<<<grid, block>>>(a, weights, inner, w, h, mw);
    along_rows<<<rows, 4>>>(a, b, w, h);
    along_columns<<<rows, 4>>>(a, b, w, h);
    sobel<<<grid, block>>>(ia, ib, w, h);
    forward_difference<<<grid, block>>>(a, b, w, h);
    pool<<<grid, block>>>(a, half, w, h);
    pool_window<<<grid, block>>>(a, half, w, h, 3, 2, ow, oh);
    upsample<<<dim3((w + 1) / 2, (h + 1) / 2), block>>>(a, twice, w, h);
    bilinear<<<dim3((bw + 3) / 4, (bh + 3) / 4), block>>>(a, big, w, h, bw, bh);
    seven_points<<<dim3(grid.x, grid.y, depth), block>>>(cube, cube_out, w, h, depth);
    marching_planes<<<grid, block>>>(cube, cube_out, w, h, depth);
    line_of_three<<<(w * h + 7) / 8, 8>>>(a, b, w * h);
    red_black<<<grid, block>>>(a, w, h, 1);
    padded_input<<<grid, block>>>(padded, b, w, h);
    dilate<<<grid, block>>>(ba, bb, w, h);
}
