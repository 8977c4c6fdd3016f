// decltype.

__global__ void k(float *out)
{
    decltype(threadIdx.x) t = threadIdx.x; // error: decltype
    out[t] = 0;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
