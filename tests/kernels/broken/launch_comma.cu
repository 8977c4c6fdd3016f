// (a, b) is the comma operator, not a dim3: the launch is 2 blocks of 2 threads in one dimension,
// and of each tile only the first row is loaded.
#include <vector>

#define TILE_WIDTH 2

__global__ void tiled(const float *M, const float *N, float *P, int width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < width / TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[Row * width + ph * TILE_WIDTH + tx];
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * width + Col];
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx]; // finds: uninitialized-read 8
        __syncthreads();
    }
    P[Row * width + Col] = Pvalue;
}

int main()
{
    int width = 4;
    size_t bytes = width * width * sizeof(float);
    std::vector<float> M(width * width, 2.0f), N(width * width, 3.0f), P(width * width);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, bytes);
    cudaMalloc(&d_N, bytes);
    cudaMalloc(&d_P, bytes);
    cudaMemcpy(d_M, M.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N.data(), bytes, cudaMemcpyHostToDevice);

    tiled<<<(width / TILE_WIDTH, width / TILE_WIDTH), (TILE_WIDTH, TILE_WIDTH)>>>(d_M, d_N, d_P,
                                                                                  width);

    cudaMemcpy(P.data(), d_P, bytes, cudaMemcpyDeviceToHost);
}
