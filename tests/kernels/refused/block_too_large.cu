// 64 x 64 threads: more than a block can have.
// error: 1024
// remedy: make the block smaller, or open it with --block 32,32

__global__ void k(float *out) { out[threadIdx.y * 64 + threadIdx.x] = 1; }

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, dim3(64, 64)>>>(out);
    cudaDeviceSynchronize();
}
