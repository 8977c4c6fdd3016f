// The sum starts as whatever its register held.
// result: wrong
__global__ void product(const float *M, const float *N, float *P, int width)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < width && col < width) {
        float sum;
        for (int k = 0; k < width; ++k)
            sum += M[row * width + k] * N[k * width + col]; // finds: uninitialized-read 144
        P[row * width + col] = sum;
    }
}

void sketch()
{
    int width = 12;
    float *M, *N, *P;
    cudaMalloc(&M, width * width * sizeof(float));
    cudaMalloc(&N, width * width * sizeof(float));
    cudaMalloc(&P, width * width * sizeof(float));
    product<<<dim3(2, 2), dim3(8, 8)>>>(M, N, P, width);
}
