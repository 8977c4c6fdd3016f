// A macro that nobody defines.

__global__ void k(float *out)
{
    out[OFFSET(0, threadIdx.x, 4)] = 1; // error: OFFSET
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
