// A box blur of bytes: the tile and its halo are loaded by all and read by all.
#include <cstdio>
#define W 128
#define R 2

__global__ void blur(const unsigned char *in, unsigned char *out)
{
    __shared__ unsigned char tile[64 + 2 * R];
    const unsigned char *row = in + blockIdx.y * W;
    int first = blockIdx.x * 64 - R;
    for (int i = threadIdx.x; i < 64 + 2 * R; i += 64) {
        int x = min(max(first + i, 0), W - 1);
        tile[i] = row[x]; // finds: race
    }
#ifdef RIGHT
    __syncthreads();
#endif
    int sum = 0;
    for (int k = 0; k <= 2 * R; ++k)
        sum += tile[threadIdx.x + k]; // finds: race
    out[blockIdx.y * W + blockIdx.x * 64 + threadIdx.x] = sum / (2 * R + 1);
}

int main()
{
    unsigned char h[4 * W], *in, *out;
    for (int i = 0; i < 4 * W; ++i)
        h[i] = i * 31 % 251;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    blur<<<dim3(2, 4), 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * W; ++i)
        printf("%d ", h[i]);
}
