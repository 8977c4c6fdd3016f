// The sizes of a 6 x 3 picture under a 3 x 3 filter are those of a product of 6 x 3 by 3 x 3. It is none.
// expect: P[0] == F[4] * N[0] + F[5] * N[1] + F[7] * N[3] + F[8] * N[4]
// expect: P[17] == F[0] * N[13] + F[1] * N[14] + F[3] * N[16] + F[4] * N[17]

__global__ void convolution(const float *N, const float *F, float *P, int height, int width, int size)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    float sum = 0.0f;
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++) {
            int y = row + r - size / 2, x = col + c - size / 2;
            if (y >= 0 && y < height && x >= 0 && x < width)
                sum += F[r * size + c] * N[y * width + x];
        }
    P[row * width + col] = sum;
}

int main()
{
    int height = 6, width = 3, size = 3;
    float *N, *F, *P;
    cudaMallocManaged(&N, height * width * sizeof(float));
    cudaMallocManaged(&F, size * size * sizeof(float));
    cudaMallocManaged(&P, height * width * sizeof(float));
    dim3 block(4, 4), grid((width + 3) / 4, (height + 3) / 4);
    convolution<<<grid, block>>>(N, F, P, height, width, size);
    cudaDeviceSynchronize();
}
