// A pointer where a number belongs.

__global__ void k(float *out)
{
    float x = out; // error: float
    out[threadIdx.x] = x;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
