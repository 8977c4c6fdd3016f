// PTX in the middle.

__global__ void k(float *out)
{
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane)); // error: inline PTX
    out[threadIdx.x] = lane;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
