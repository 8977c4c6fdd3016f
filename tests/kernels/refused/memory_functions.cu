// memset in a kernel.

__global__ void k(float *out)
{
    float own[4];
    memset(own, 0, sizeof(own)); // error: memset
    out[threadIdx.x] = own[0];
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
