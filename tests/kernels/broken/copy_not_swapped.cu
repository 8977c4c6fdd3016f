// A transpose that forgot to swap the block's place.
#include <vector>

#define TILE_WIDTH 2

__global__ void transpose(const float *in, float *out, int n)
{
    __shared__ float tile[TILE_WIDTH][TILE_WIDTH];

    int x = blockIdx.x * TILE_WIDTH + threadIdx.x;
    int y = blockIdx.y * TILE_WIDTH + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    int n = 4;
    std::vector<float> in(n * n, 1), out(n * n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * n * sizeof(float));
    cudaMalloc(&d_out, n * n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);

    transpose<<<dim3(n / TILE_WIDTH, n / TILE_WIDTH), dim3(TILE_WIDTH, TILE_WIDTH)>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
}
