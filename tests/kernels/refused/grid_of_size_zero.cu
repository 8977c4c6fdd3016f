// The division is rounded up: it is the size that leaves the grid without blocks.
// error: a grid of 0 x 1 x 1 has no blocks
// remedy: there is nothing to do, since these are 0 here: rows; open it with --set rows=640

#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))

__global__ void k(float *out, int n)
{
    if (threadIdx.x < n) out[threadIdx.x] = 1;
}

int main()
{
    const int rows = 0, threads = 256;
    int blocks = CEIL_DIV(rows * 32, threads);
    float *out;
    cudaMalloc(&out, 4096);
    k<<<blocks, threads>>>(out, rows * 32);
    cudaDeviceSynchronize();
}
