// The width that cudaMemcpy2D takes is in bytes, too: of each row only a quarter arrives.
// says: the width and the pitch of cudaMemcpy2D
#include <cstdio>

__global__ void sums(const float *image, size_t pitch, float *sum, int width, int height)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= height)
        return;
    const float *row = (const float *)((const char *)image + y * pitch);
    float s = 0;
    for (int x = 0; x < width; ++x)
        s += row[x]; // finds: uninitialized-read
    sum[y] = s;
}

int main()
{
    const int width = 20, height = 32;
    static float h[height][width], *image, *sum, total[height];
    size_t pitch;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            h[y][x] = x + y;
    cudaMallocPitch((void **)&image, &pitch, width * sizeof(float), height);
    cudaMalloc(&sum, height * sizeof(float));
#ifdef RIGHT
    cudaMemcpy2D(image, pitch, h, width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
#else
    cudaMemcpy2D(image, pitch, h, width * sizeof(float), width, height, cudaMemcpyHostToDevice);
#endif
    sums<<<1, 32>>>(image, pitch, sum, width, height);
    cudaMemcpy(total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g\n", total[3]);
}
