// A table in constant memory, copied whole from a 2-D array of the host; ghost cells skipped.
// expect: P[0] ~ 4 * N[0] + 2 * N[1] + 2 * N[5] + N[6]
// expect: P[6] ~ 4 * N[6] + 2 * N[1] + 2 * N[5] + 2 * N[7] + 2 * N[11] + N[0] + N[2] + N[10] + N[12]
// counts: global_store accesses 20
#define Mask_radius 1
#define MAX_MASK_WIDTH (2 * Mask_radius + 1)
__constant__ float M2[MAX_MASK_WIDTH][MAX_MASK_WIDTH];

__global__ void convolution_2D_const(float *P, const float *N, int r, int height, int width)
{
    int outCol = blockIdx.x * blockDim.x + threadIdx.x;
    int outRow = blockIdx.y * blockDim.y + threadIdx.y;
    if (outRow >= height || outCol >= width) return;
    float Pvalue = 0.0f;
    for (int fRow = 0; fRow < 2 * r + 1; fRow++) {
        for (int fCol = 0; fCol < 2 * r + 1; fCol++) {
            int inRow = outRow - r + fRow;
            int inCol = outCol - r + fCol;
            if (inRow >= 0 && inRow < height && inCol >= 0 && inCol < width) {
                Pvalue += M2[fRow][fCol] * N[inRow * width + inCol];
            }
        }
    }
    P[outRow * width + outCol] = Pvalue;
}

void sketch()
{
    int width = 5, height = 4;
    const float h_M2[MAX_MASK_WIDTH][MAX_MASK_WIDTH] = {
        {1.0f, 2.0f, 1.0f}, {2.0f, 4.0f, 2.0f}, {1.0f, 2.0f, 1.0f}};
    float *d_N, *d_P;
    cudaMalloc((void **)&d_N, width * height * sizeof(float));
    cudaMalloc((void **)&d_P, width * height * sizeof(float));
    cudaMemcpyToSymbol(M2, h_M2, sizeof(h_M2));
    convolution_2D_const<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(
        d_P, d_N, Mask_radius, height, width);
    cudaDeviceSynchronize();
}
