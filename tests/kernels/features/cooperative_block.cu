// The block as a cooperative group: sync, size and rank, as NVIDIA's transposes use it.
// check: transpose

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define TILE_DIM   8
#define BLOCK_ROWS 2

__global__ void transpose(float *odata, const float *idata, int width, int height)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + yIndex * width;
    xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx.x * TILE_DIM + threadIdx.y;
    int index_out = xIndex + yIndex * height;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    cg::sync(cta);
    if (cta.thread_rank() < cta.size())
        for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
            odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
    cta.sync();
}

void sketch()
{
    int width = 16, height = 24;
    float *odata, *idata;
    cudaMalloc(&idata, width * height * sizeof(float));
    cudaMalloc(&odata, width * height * sizeof(float));
    dim3 grid(width / TILE_DIM, height / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
    transpose<<<grid, threads>>>(odata, idata, width, height);
    cudaDeviceSynchronize();
}
