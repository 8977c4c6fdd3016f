// Blocks and a grid of three dimensions.
__global__ void volume(float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        out[(z * ny + y) * nx + x] = x + 10 * y + 100 * z;
}
int main()
{
    int nx = 5, ny = 4, nz = 6;
    float *out;
    cudaMalloc(&out, nx * ny * nz * sizeof(float));
    volume<<<dim3(3, 2, 2), dim3(2, 2, 3)>>>(out, nx, ny, nz);
}
