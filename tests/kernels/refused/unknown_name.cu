// A name that was mistyped.

__global__ void k(float *out)
{
    int column = threadIdx.x;
    out[colum] = 1; // error: colum
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
