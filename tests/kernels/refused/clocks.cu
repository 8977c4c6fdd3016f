// Counting cycles.

__global__ void k(float *out)
{
    long long start = clock64(); // error: cycle counter
    out[threadIdx.x] = clock() - start; // error: cycle counter
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
