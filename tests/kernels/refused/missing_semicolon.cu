// A forgotten semicolon.

__global__ void k(float *out)
{
    int t = threadIdx.x // error: ';'
    out[t] = 1;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
