// Tiles with a halo overlap; those of the output do not.
#include <cuda_runtime.h>

#define SIDE 4

__global__ void blur(const float *in, float *out, int rows, int columns)
{
    __shared__ float s[SIDE + 2][SIDE + 2];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    for (int j = threadIdx.y; j < SIDE + 2; j += SIDE)
        for (int i = threadIdx.x; i < SIDE + 2; i += SIDE) {
            int column = blockIdx.x * SIDE + i - 1, row = blockIdx.y * SIDE + j - 1;
            bool is_inside = column >= 0 && column < columns && row >= 0 && row < rows;
            s[j][i] = is_inside ? in[row * columns + column] : 0.0f;
        }
    __syncthreads();
    if (x < columns && y < rows) {
        float sum = 0;
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 3; ++i)
                sum += s[threadIdx.y + j][threadIdx.x + i];
        out[y * columns + x] = sum / 9;
    }
}

void sketch()
{
    int rows = 7, columns = 10;
    float *in, *out;
    cudaMalloc(&in, rows * columns * sizeof(float));
    cudaMalloc(&out, rows * columns * sizeof(float));
    blur<<<dim3(3, 2), dim3(SIDE, SIDE)>>>(in, out, rows, columns);
}
