// N is column major and read in the row major pattern. No guards.
#include <vector>

#define TILE_WIDTH 16

__global__ void colmajor(const float *M, const float *N, float *P, int j, int k, int l)
{
    __shared__ float Ms[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Ns[TILE_WIDTH][TILE_WIDTH];

    int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x;
    int row = blockIdx.y * TILE_WIDTH + ty, col = bx * TILE_WIDTH + tx;

    float sum = 0.0f;
    for (int ph = 0; ph < k / TILE_WIDTH; ++ph) {
        Ms[ty][tx] = M[row * k + ph * TILE_WIDTH + tx];
        Ns[ty][tx] = N[col * k + ph * TILE_WIDTH + ty];
        __syncthreads();
        for (int i = 0; i < TILE_WIDTH; ++i)
            sum += Ms[ty][i] * Ns[i][tx];
        __syncthreads();
    }
    P[row * l + col] = sum;
}

int main()
{
    int j = 128, k = 128, l = 128;
    std::vector<float> M(j * k, 2.0f), N(k * l, 3.0f), P(j * l);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, j * k * sizeof(float));
    cudaMalloc(&d_N, k * l * sizeof(float));
    cudaMalloc(&d_P, j * l * sizeof(float));
    cudaMemcpy(d_M, M.data(), j * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N.data(), k * l * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(TILE_WIDTH, TILE_WIDTH), grid(l / TILE_WIDTH, j / TILE_WIDTH);
    colmajor<<<grid, block>>>(d_M, d_N, d_P, j, k, l);

    cudaMemcpy(P.data(), d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost);
}
