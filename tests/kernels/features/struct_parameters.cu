// Matrices that are passed by value as structs of their sizes and a device pointer.
// run: --set a.cols=12
// check: matmul
// counts: global_load accesses 4608
// counts: global_store accesses 192

typedef struct {
    int rows;
    int cols;
    float *cells;
} Grid2;

__global__ void multiply(const Grid2 left, const Grid2 right, Grid2 out)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= out.rows || c >= out.cols)
        return;
    float total = 0;
    for (int i = 0; i < left.cols; ++i)
        total += left.cells[r * left.cols + i] * right.cells[i * right.cols + c];
    out.cells[r * out.cols + c] = total;
}

void run(const Grid2 a, const Grid2 b, Grid2 c)
{
    Grid2 da, db, dc;
    size_t bytes = a.rows * a.cols * sizeof(float);
    da.rows = a.rows;
    da.cols = a.cols;
    cudaMalloc(&da.cells, bytes);
    cudaMemcpy(da.cells, a.cells, bytes, cudaMemcpyHostToDevice);
    bytes = b.rows * b.cols * sizeof(float);
    db.rows = b.rows;
    db.cols = b.cols;
    cudaMalloc((void **)&db.cells, bytes);
    cudaMemcpy(db.cells, b.cells, bytes, cudaMemcpyHostToDevice);
    bytes = c.rows * c.cols * sizeof(float);
    dc.rows = c.rows;
    dc.cols = c.cols;
    cudaMalloc((void **)&dc.cells, bytes);

    dim3 block(8, 4);
    dim3 grid((c.cols + block.x - 1) / block.x, (c.rows + block.y - 1) / block.y);
    multiply<<<grid, block>>>(da, db, dc);
    cudaMemcpy(c.cells, dc.cells, bytes, cudaMemcpyDeviceToHost);
}

int main()
{
    Grid2 a, b, c;
    a.rows = 16;
    a.cols = 8;
    b.rows = a.cols;
    b.cols = 12;
    c.rows = a.rows;
    c.cols = b.cols;
    run(a, b, c);
}
