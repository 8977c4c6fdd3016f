// A mirrored picture is no transpose either.
// expect: out[0] == in[15]
// expect: out[255] == in[240]

__global__ void mirror(const unsigned char *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = in[y * width + width - 1 - x];
}

void sketch()
{
    int width = 16, height = 16;
    unsigned char *in, *out;
    cudaMalloc(&in, width * height);
    cudaMalloc(&out, width * height);
    mirror<<<dim3(2, 2), dim3(8, 8)>>>(in, out, width, height);
    cudaDeviceSynchronize();
}
