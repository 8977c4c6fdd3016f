// A block with a side that is too long. The variable that it comes from is to be smaller, because
// the grid is made of it, too.
// error: 64 x 64 x 1 = 4096 threads is over the limit of 1024
// remedy: change 'block' in line 15, or open it with --set side=32

__global__ void k(float *out, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = 1;
}

int main()
{
    int n = 256, side = 64;
    dim3 block(side, side);
    dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    float *out;
    cudaMalloc(&out, n * n * sizeof(float));
    k<<<grid, block>>>(out, n);
    cudaDeviceSynchronize();
}
