// A product whose every access strays before the start of its matrix.
__global__ void before(const float *M, const float *N, float *P, int width)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < width; ++k)
#ifdef TURNED
        sum += M[(row - 1) * width + k] * N[(column - 1) * width + k];
#else
        sum += M[(row - 1) * width + k] * N[(k - 1) * width + column - 2];
#endif
    P[row * width + column - 2] = sum;
}
void sketch()
{
    int width = 2;
    float *M, *N, *P;
    cudaMalloc(&M, width * width * sizeof(float));
    cudaMalloc(&N, width * width * sizeof(float));
    cudaMalloc(&P, width * width * sizeof(float));
    before<<<dim3((width + 1) / 2, (width + 1) / 2), dim3(2, 2)>>>(M, N, P, width);
}
