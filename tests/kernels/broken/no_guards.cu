// A size that the tiles do not divide, and no guard at all.
#include <vector>

#define TILE_WIDTH 2

__global__ void tiled(const float *M, const float *N, float *P, int j, int k, int l)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * TILE_WIDTH + ty;
    int Col = blockIdx.x * TILE_WIDTH + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
        Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx]; // finds: wrong-row-read 4, out-of-bounds-read 10
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col]; // finds: wrong-row-read 4, out-of-bounds-read 10
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx];
        __syncthreads();
    }
    P[Row * l + Col] = Pvalue; // finds: wrong-row-write 2, out-of-bounds-write 5, race-waw 2
}

int main()
{
    int j = 3, k = 3, l = 3;
    std::vector<float> M(j * k, 2.0f), N(k * l, 3.0f), P(j * l);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, j * k * sizeof(float));
    cudaMalloc(&d_N, k * l * sizeof(float));
    cudaMalloc(&d_P, j * l * sizeof(float));
    cudaMemcpy(d_M, M.data(), j * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N.data(), k * l * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(TILE_WIDTH, TILE_WIDTH);
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_WIDTH - 1) / TILE_WIDTH);
    tiled<<<grid, block>>>(d_M, d_N, d_P, j, k, l);

    cudaMemcpy(P.data(), d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost);
}
