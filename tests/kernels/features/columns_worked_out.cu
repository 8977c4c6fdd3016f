// Columns from the right, columns that are what the rows leave, and several rows as one run.
// expect: mirrored[0] == in[6]
// expect: rest[34] == in[34]
// expect: run[34] == in[34]
// expect: doubled[69] == in[34]

__global__ void ways(const float *in, float *mirrored, float *rest, float *run, float *doubled,
                     int width, int total, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) {
        int row = i / width, col = i - row * width;
        rest[row * width + col] = in[row * width + col];
        mirrored[(row + 1) * width - 1 - i % width] = in[i];
    }
    int first = blockIdx.x * 2;
    for (int t = threadIdx.x; t < chunk; t += blockDim.x)
        if (first * width + t < total)
            run[first * width + t] = in[first * width + t];
    for (int t = threadIdx.x; t < width + width; t += blockDim.x)
        doubled[first * width + t] = in[(first * width + t) / 2];
}

void sketch()
{
    int rows = 5, width = 7;
    float *in, *mirrored, *rest, *run, *doubled;
    cudaMalloc(&in, rows * width * sizeof(float));
    cudaMalloc(&mirrored, rows * width * sizeof(float));
    cudaMalloc(&rest, rows * width * sizeof(float));
    cudaMalloc(&run, rows * width * sizeof(float));
    cudaMalloc(&doubled, 2 * rows * width * sizeof(float));
    ways<<<5, 8>>>(in, mirrored, rest, run, doubled, width, rows * width, 2 * width);
}
