// Each block turns its own tile into a place from which another block still has to read.
#include <cstdio>
#define N 32
#define TILE 8

__global__ void transpose(int *a)
{
    __shared__ int here[TILE][TILE + 1], there[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    int turned = (blockIdx.x * TILE + ty) * N + blockIdx.y * TILE + tx;
#ifdef RIGHT
    if (blockIdx.x < blockIdx.y)
        return;
    here[ty][tx] = a[row * N + col];
    there[ty][tx] = a[turned];
    __syncthreads();
    a[turned] = here[tx][ty];
    a[row * N + col] = there[tx][ty];
#else
    here[ty][tx] = a[row * N + col]; // finds: race/grid
    __syncthreads();
    a[turned] = here[tx][ty]; // finds: race/grid
    (void)there;
#endif
}

int main()
{
    int h[N * N], *d;
    for (int i = 0; i < N * N; ++i)
        h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    transpose<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N * N; ++i)
        printf("%d%c", h[i], i % N == N - 1 ? '\n' : ' ');
}
