// Rows of cudaMallocPitch: the row begins at a number of bytes, reached through char *.
// expect: data[3] == 3
// expect: data[259] == 103

__global__ void fill(float *data, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float *row = (float *)((char *)data + y * pitch);
        row[x] = 50 * y + x;
    }
}

int main()
{
    float *data;
    size_t pitch;
    int width = 20, height = 10;
    cudaMallocPitch((void **)&data, &pitch, width * sizeof(float), height);
    fill<<<dim3(3, 2), dim3(8, 8)>>>(data, pitch, width, height);
    cudaDeviceSynchronize();
}
