// Matrices one after the other: how far apart they are was worked out on the host, and so was where
// a part starts. No column is too large.
// expect: out[0] == in[8]
// expect: out[34] == in[42]
// expect: next[69] == in[69]
// expect: part[34] == in[44]

__global__ void copy(const float *in, float *out, float *next, float *part, int rows, int cols,
                     int stride, long long apart, int start)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    const float *matrix = in + blockIdx.z * apart;
    if (x >= cols || y >= rows)
        return;
    next[y * cols + x + blockIdx.z * stride] = matrix[y * cols + x];
    if (blockIdx.z == 0) {
        out[y * cols + x] = in[y * cols + x + start];
        part[y * cols + x] = in[start + 2 + y * cols + x];
    }
}

void sketch()
{
    int rows = 5, cols = 7, count = 2;
    float *in, *out, *next, *part;
    cudaMalloc(&in, count * rows * cols * sizeof(float));
    cudaMalloc(&next, count * rows * cols * sizeof(float));
    cudaMalloc(&out, rows * cols * sizeof(float));
    cudaMalloc(&part, rows * cols * sizeof(float));
    copy<<<dim3(2, 2, count), dim3(4, 4)>>>(in, out, next, part, rows, cols, rows * cols, rows * cols, 8);
}
