// Pointers to tiles and rows, made from pointers, and from parts of larger buffers.
// run: --offset in=3
#define T 4

__global__ void copy(const float *in, float *out, float *rows, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    const float *band = &in[blockIdx.y * T * width];
    const float *tile = band + blockIdx.x * T;
    float *to = out;
    to += blockIdx.y * T * width;
    to = to + blockIdx.x * T;
    if (blockIdx.y * T + y < height)
        to[y * width + x] = tile[y * width + x]; // finds: wrong-row-read 12, wrong-row-write 10, out-of-bounds-write 2, equal-values
    float *line = rows + (blockIdx.y * T + y) * width;
    if (blockIdx.y * T + y < height)
        line[blockIdx.x * T + x] = 1.0f; // finds: wrong-row-write 10, out-of-bounds-write 2, race-waw 20
    __syncthreads();
    if (blockIdx.y * T + y < height && blockIdx.x * T + x < width)
        rows[(blockIdx.y * T + y) * width + blockIdx.x * T + x] = 2.0f;
}

void sketch()
{
    int width = 6, height = 6;
    float *in, *out, *rows;
    cudaMalloc(&in, (width * height + 6) * sizeof(float));
    cudaMalloc(&out, width * height * sizeof(float));
    cudaMalloc(&rows, width * height * sizeof(float));
    copy<<<dim3(2, 2), dim3(T, T)>>>(in, out, rows, width, height);
}
