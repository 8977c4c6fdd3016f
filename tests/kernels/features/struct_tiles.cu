// Tiles of matrices as structs that point into a larger one, made by device functions.
// check: matmul
// counts: global_load accesses 512
// counts: all barriers 32

#define TILE 4

struct View {
    float *data;
    int rows, cols, stride;
};

__device__ View tile_of(View whole, int row, int col)
{
    View tile;
    tile.rows = tile.cols = TILE;
    tile.stride = whole.stride;
    tile.data = whole.data + (row * TILE) * whole.stride + col * TILE;
    return tile;
}

__device__ float *at(View v, int row, int col)
{
    return &v.data[row * v.stride + col];
}

__global__ void multiply(View left, View right, View out)
{
    __shared__ float l[TILE][TILE], r[TILE][TILE];
    int y = threadIdx.y, x = threadIdx.x;
    View target = tile_of(out, blockIdx.y, blockIdx.x);
    float total = 0;
    for (int step = 0; step < left.cols / TILE; ++step) {
        l[y][x] = *at(tile_of(left, blockIdx.y, step), y, x);
        r[y][x] = *at(tile_of(right, step, blockIdx.x), y, x);
        __syncthreads();
        for (int i = 0; i < TILE; ++i)
            total += l[y][i] * r[i][x];
        __syncthreads();
    }
    *at(target, y, x) = total;
}

void sketch()
{
    const int m = 8, k = 16, n = 8;
    View a, b, c;
    a.rows = m, a.cols = a.stride = k;
    b.rows = k, b.cols = b.stride = n;
    c.rows = m, c.cols = c.stride = n;
    cudaMalloc(&a.data, m * k * sizeof(float));
    cudaMalloc(&b.data, k * n * sizeof(float));
    cudaMalloc(&c.data, m * n * sizeof(float));
    multiply<<<dim3(n / TILE, m / TILE), dim3(TILE, TILE)>>>(a, b, c);
}
