// Colours as uchar4, double literals, an index as int2.
// counts: global_load accesses 512
// counts: global_load sectors 64
// counts: global_store sectors 16
__global__ void colorToGreyscaleConvertion(unsigned char *Pout, unsigned char *Pin, int width, int height)
{
    int Col = threadIdx.x + blockIdx.x * blockDim.x;
    int Row = threadIdx.y + blockIdx.y * blockDim.y;
    if (Col < width && Row < height) {
        int greyOffset = Row * width + Col;
        int rgbOffset = greyOffset * CHANNELS;
        unsigned char r = Pin[rgbOffset];
        unsigned char g = Pin[rgbOffset + 1];
        unsigned char b = Pin[rgbOffset + 2];
        Pout[greyOffset] = 0.21f * r + 0.71f * g + 0.07f * b;
    }
}
__global__ void rgba_to_greyscale(const uchar4 *const rgbaImage, unsigned char *const greyImage, int numRows, int numCols)
{
    const int2 p = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (p.x >= numCols || p.y >= numRows) return;
    uchar4 rgba = rgbaImage[p.y * numCols + p.x];
    greyImage[p.y * numCols + p.x] = .299f * rgba.x + .587f * rgba.y + .114f * rgba.z;
}

void sketch()
{
    size_t numRows = 16, numCols = 32, n = numRows * numCols;
    uchar4 *d_rgba;
    unsigned char *d_grey;
    cudaMalloc(&d_rgba, n * sizeof(uchar4));
    cudaMalloc(&d_grey, n * sizeof(unsigned char));
    const dim3 blockSize(32, 8, 1);
    const dim3 gridSize((numCols + 31) / 32, numRows / 8, 1);
    rgba_to_greyscale<<<gridSize, blockSize>>>(d_rgba, d_grey, numRows, numCols);
    cudaDeviceSynchronize();
}
