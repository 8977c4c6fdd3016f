// Pictures of bytes: three channels in one array, uchar3 and uchar4, float arithmetic cut to a byte.
// run: --kernel gray
// expect: out[0] == 1
// expect: out[35] == 36

__global__ void gray(unsigned char *out, unsigned char *rgb, int width, int height)
{
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    if (col < width && row < height) {
        int at = row * width + col;
        unsigned char r = at + 1 + rgb[3 * at] / 16, g = at + 1, b = at + 1;
        uchar3 pixel = make_uchar3(r, g, b);
        uchar4 wide = make_uchar4(pixel.x, pixel.y, pixel.z, 255);
        out[at] = 0.25f * wide.x + 0.5f * wide.y + 0.25f * wide.z;
    }
}

void sketch()
{
    int width = 9, height = 4;
    unsigned char *rgb, *out;
    cudaMalloc((void **)&rgb, width * height * 3 * sizeof(unsigned char));
    cudaMalloc((void **)&out, width * height * sizeof(unsigned char));
    dim3 block(4, 4);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    gray<<<grid, block>>>(out, rgb, width, height);
    cudaDeviceSynchronize();
}
