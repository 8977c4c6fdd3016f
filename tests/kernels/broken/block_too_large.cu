// The launch takes blocks of 4 x 4 threads, the kernel has tiles of 2 x 2.
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
        Mds[ty][tx] = M[Row * k + ph * TILE_WIDTH + tx]; // finds: wrong-row-read 16, out-of-bounds-read 40, out-of-bounds-write 80, race-waw
        Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * l + Col]; // finds: wrong-row-read 16, out-of-bounds-read 40, out-of-bounds-write 80, race-waw
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            Pvalue += Mds[ty][i] * Nds[i][tx]; // finds: out-of-bounds-read 192
        __syncthreads();
    }
    if (Row < j && Col < l)
        P[Row * l + Col] = Pvalue; // finds: race-waw 32
}

int main()
{
    int j = 4, k = 4, l = 4;
    std::vector<float> M(j * k, 2.0f), N(k * l, 3.0f), P(j * l);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, j * k * sizeof(float));
    cudaMalloc(&d_N, k * l * sizeof(float));
    cudaMalloc(&d_P, j * l * sizeof(float));
    cudaMemcpy(d_M, M.data(), j * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N.data(), k * l * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(4, 4);
    dim3 grid((l + TILE_WIDTH - 1) / TILE_WIDTH, (j + TILE_WIDTH - 1) / TILE_WIDTH);
    tiled<<<grid, block>>>(d_M, d_N, d_P, j, k, l);

    cudaMemcpy(P.data(), d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost);
}
