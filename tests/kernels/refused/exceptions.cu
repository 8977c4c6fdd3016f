// throw.

__global__ void k(float *out)
{
    if (!out)
        throw 1; // error: exceptions
    out[threadIdx.x] = 0;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
