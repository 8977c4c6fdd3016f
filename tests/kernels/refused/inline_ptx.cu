// PTX in the middle.

__global__ void k(float *out)
{
    int lane;
    asm("prmt.b32 %0, 1, 2, 3;" : "=r"(lane)); // error: inline PTX: prmt.b32 is not supported
    out[threadIdx.x] = lane;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
