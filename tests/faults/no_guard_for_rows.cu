// The guard looks at the columns only; the lowest blocks reach below the picture.
#include <cstdio>

__global__ void grey(const uchar3 *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef RIGHT
    if (x < width && y < height) {
#else
    if (x < width) {
#endif
        uchar3 p = in[y * width + x]; // finds: out-of-bounds-read
        out[y * width + x] = (p.x * 77 + p.y * 150 + p.z * 29) >> 8; // finds: out-of-bounds-write
    }
}

int main()
{
    const int width = 20, height = 21;
    uchar3 h[width * height], *in;
    unsigned char g[width * height], *out;
    for (int i = 0; i < width * height; ++i) {
        h[i].x = i % 256;
        h[i].y = i * 3 % 256;
        h[i].z = i * 7 % 256;
    }
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof g);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid((width + 7) / 8, (height + 7) / 8);
    grey<<<grid, block>>>(in, out, width, height);
    cudaMemcpy(g, out, sizeof g, cudaMemcpyDeviceToHost);
    for (unsigned char v : g)
        printf("%d ", v);
}
