// More pointers than an emulated launch may have buffers: the rows are one buffer.
// counts: global_store accesses 900

__global__ void number(float **rows, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; row < count && i < 3; ++i)
        rows[row][i] = row;
}

int main()
{
    const int count = 300;
    float *rows[count], **d_rows;
    for (int row = 0; row < count; ++row)
        cudaMalloc(&rows[row], 3 * sizeof(float));
    cudaMalloc(&d_rows, sizeof rows);
    cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
    number<<<(count + 63) / 64, 64>>>(d_rows, count);
    for (int row = 0; row < count; ++row)
        cudaFree(rows[row]);
}
