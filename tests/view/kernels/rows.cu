// Few and very long rows.
__global__ void scale_rows(const float *in, float *out, int rows, int cols)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && col < cols)
        out[row * cols + col] = 2 * in[row * cols + col];
}
void sketch()
{
    int rows = 5, cols = 300;
    float *in, *out;
    cudaMalloc(&in, rows * cols * sizeof(float));
    cudaMalloc(&out, rows * cols * sizeof(float));
    dim3 block(32, 4), grid((cols + 31) / 32, (rows + 3) / 4);
    scale_rows<<<grid, block>>>(in, out, rows, cols);
}
