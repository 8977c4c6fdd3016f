// The grid is rounded up, but what it is made of was cut to nothing before.
// error: a grid of 0 x 1 x 1 has no blocks
// remedy: 'channels' is 3, which is too small; open it with --set channels=

__global__ void k(float4 *out, int n)
{
    if (threadIdx.x < n / 4) out[threadIdx.x] = make_float4(1, 1, 1, 1);
}

int main()
{
    const int channels = 3, threads = 256;
    int blocks = (channels / 4 + threads - 1) / threads;
    float4 *out;
    cudaMalloc(&out, 4096);
    k<<<blocks, threads>>>(out, channels);
    cudaDeviceSynchronize();
}
