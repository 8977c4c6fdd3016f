// An array of pointers to rows, filled on the host row by row and copied to the device. The rows are copied, too,
// each with its number, so that the sum of row 3 is 3 * 5. A pointer is a word of 8 bytes.
// expect: sums[0] == 0
// expect: sums[3] == 15
// counts: global_load accesses 24

#define COLUMNS 5

__global__ void row_sums(int **rows, int *sums, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= count)
        return;
    const int *of = rows[row];
    int sum = 0;
    for (int i = 0; i < COLUMNS; ++i)
        sum += of[i];
    sums[row] = sum;
}

int main()
{
    int count = 4;
    int **rows = (int **)malloc(count * sizeof(int *)), **d_rows, *d_sums;
    int line[COLUMNS];
    for (int row = 0; row < count; ++row) {
        for (int i = 0; i < COLUMNS; ++i)
            line[i] = row;
        cudaMalloc((void **)&rows[row], COLUMNS * sizeof(int));
        cudaMemcpy(rows[row], line, COLUMNS * sizeof(int), cudaMemcpyHostToDevice);
    }
    cudaMalloc(&d_rows, count * sizeof(int *));
    cudaMalloc(&d_sums, count * sizeof(int));
    cudaMemcpy(d_rows, rows, count * sizeof(int *), cudaMemcpyHostToDevice);
    row_sums<<<1, 32>>>(d_rows, d_sums, count);
    cudaFree(d_rows);
}
