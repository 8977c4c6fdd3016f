// The guard looks at the row only.
#include <vector>

#define TILE_WIDTH 2

__global__ void naive(const float *M, const float *N, float *P, int j, int k, int l)
{
    int Row = blockIdx.y * blockDim.y + threadIdx.y;
    int Col = blockIdx.x * blockDim.x + threadIdx.x;

    if (Row < j) {
        float Pvalue = 0.0f;
        for (int i = 0; i < k; ++i)
            Pvalue += M[Row * k + i] * N[i * l + Col]; // finds: wrong-row-read 6, out-of-bounds-read 3
        P[Row * l + Col] = Pvalue; // finds: wrong-row-write 2, out-of-bounds-write 1, race-waw 2
    }
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
    naive<<<grid, block>>>(d_M, d_N, d_P, j, k, l);

    cudaMemcpy(P.data(), d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost);
}
