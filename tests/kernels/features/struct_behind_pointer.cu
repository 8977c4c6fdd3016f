// A struct on the device that holds a pointer to the device, made on the host in two ways: as a variable that is
// copied, and behind a pointer of the host.
// expect: out[0] == 1
// expect: out[7] == 8
// expect: out[8] == 10

struct Table {
    float *cells;
    int rows, columns;
    __device__ float at(int row, int column) const { return cells[row * columns + column]; }
};

__global__ void flat(const Table *a, const Table *b, float *out)
{
    int i = threadIdx.x, count = a->rows * a->columns;
    if (i < count)
        out[i] = a->at(i / a->columns, i % a->columns);
    else if (i < count + b->rows * b->columns)
        out[i] = b->at((i - count) / b->columns, (i - count) % b->columns);
}

int main()
{
    float cells[8] = {1, 2, 3, 4, 5, 6, 7, 8}, more[2] = {10, 20}, *d_cells, *d_out;
    Table table, *d_table, *other = (Table *)malloc(sizeof(Table)), *d_other;

    cudaMalloc(&d_cells, sizeof cells);
    cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice);
    table.cells = d_cells;
    table.rows = 2;
    table.columns = 4;
    cudaMalloc(&d_table, sizeof(Table));
    cudaMemcpy(d_table, &table, sizeof(Table), cudaMemcpyHostToDevice);

    other->rows = 1;
    other->columns = 2;
    cudaMalloc((void **)&other->cells, sizeof more);
    cudaMemcpy(other->cells, more, sizeof more, cudaMemcpyHostToDevice);
    cudaMalloc(&d_other, sizeof(Table));
    cudaMemcpy(d_other, other, sizeof(Table), cudaMemcpyHostToDevice);

    cudaMalloc(&d_out, 10 * sizeof(float));
    flat<<<1, 32>>>(d_table, d_other, d_out);
}
