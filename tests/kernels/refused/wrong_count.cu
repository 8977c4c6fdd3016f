// Too few arguments.

__device__ float add(float a, float b) { return a + b; }

__global__ void k(float *out)
{
    out[threadIdx.x] = add(1.0f); // error: add
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
