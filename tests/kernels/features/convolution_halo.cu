// A tile with halo cells: unsigned arithmetic that wraps below the first block, ternary ghost cells.
// expect: P[0] ~ 2 * N[0] + N[1]
// expect: P[16] ~ N[15] + 2 * N[16] + N[17]
// counts: shared_store accesses 36
// counts: shared_load accesses 96
#define MAX_MASK_WIDTH 3
#define TILE_SIZE 16
__constant__ float M[MAX_MASK_WIDTH];

__global__ void convolution_1D_tiled(const float *N, float *P, int Mask_Width, int Width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float N_ds[TILE_SIZE + MAX_MASK_WIDTH - 1];
    int n = Mask_Width / 2;
    int halo_index_left = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
    if (threadIdx.x >= blockDim.x - n) {
        N_ds[threadIdx.x - (blockDim.x - n)] = (halo_index_left < 0) ? 0 : N[halo_index_left];
    }
    N_ds[n + threadIdx.x] = i < Width ? N[i] : 0;
    int halo_index_right = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
    if (threadIdx.x < n) {
        N_ds[n + blockDim.x + threadIdx.x] = (halo_index_right >= Width) ? 0 : N[halo_index_right];
    }
    __syncthreads();
    float Pvalue = 0;
    for (int j = 0; j < Mask_Width; j++) {
        Pvalue += N_ds[threadIdx.x + j] * M[j];
    }
    if (i < Width) P[i] = Pvalue;
}

void sketch()
{
    int width = 30;
    float h_M[MAX_MASK_WIDTH] = {1.0f, 2.0f, 1.0f};
    float *d_N, *d_P;
    cudaMalloc((void **)&d_N, width * sizeof(float));
    cudaMalloc((void **)&d_P, width * sizeof(float));
    cudaMemcpyToSymbol(M, h_M, MAX_MASK_WIDTH * sizeof(float));
    convolution_1D_tiled<<<(width + TILE_SIZE - 1) / TILE_SIZE, TILE_SIZE>>>(d_N, d_P, MAX_MASK_WIDTH, width);
    cudaDeviceSynchronize();
}
