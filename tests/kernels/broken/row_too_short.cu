// The rows behind the pointers have 4 elements, the loop goes up to 5.
__global__ void clear(int **rows, int count)
{
    int row = threadIdx.x;
    for (int i = 0; row < count && i <= 4; ++i)
        rows[row][i] = 0; // finds: out-of-bounds-write 3
}

int main()
{
    const int count = 3;
    int *rows[count], **d_rows;
    for (int row = 0; row < count; ++row)
        cudaMalloc(&rows[row], 4 * sizeof(int));
    cudaMalloc(&d_rows, sizeof rows);
    cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
    clear<<<1, 32>>>(d_rows, count);
}
