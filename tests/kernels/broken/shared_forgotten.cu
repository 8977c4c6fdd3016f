// The launch gives no size for the extern array.
#include <vector>

__global__ void tiled(const float *M, const float *N, float *P, int j, int k, int l,
                      int tile)
{
    extern __shared__ float Mds[];
    float *Nds = Mds + tile * tile;

    int tx = threadIdx.x, ty = threadIdx.y;
    int Row = blockIdx.y * tile + ty;
    int Col = blockIdx.x * tile + tx;

    float Pvalue = 0.0f;
    for (int ph = 0; ph < k / tile; ++ph) {
        Mds[ty * tile + tx] = M[Row * k + ph * tile + tx]; // finds: out-of-bounds-write 32
        Nds[ty * tile + tx] = N[(ph * tile + ty) * l + Col]; // finds: out-of-bounds-write 32
        __syncthreads();
        for (int i = 0; i < tile; ++i)
            Pvalue += Mds[ty * tile + i] * Nds[i * tile + tx]; // finds: out-of-bounds-read 128
        __syncthreads();
    }
    P[Row * l + Col] = Pvalue;
}

int main()
{
    int j = 4, k = 4, l = 4;
    int tile = 2;
    std::vector<float> M(j * k, 2.0f), N(k * l, 3.0f), P(j * l);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, j * k * sizeof(float));
    cudaMalloc(&d_N, k * l * sizeof(float));
    cudaMalloc(&d_P, j * l * sizeof(float));
    cudaMemcpy(d_M, M.data(), j * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, N.data(), k * l * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(tile, tile);
    dim3 grid(l / tile, j / tile);
    tiled<<<grid, block>>>(d_M, d_N, d_P, j, k, l, tile);

    cudaMemcpy(P.data(), d_P, j * l * sizeof(float), cudaMemcpyDeviceToHost);
}
