// A helper that is declared and never defined.

__device__ float helper(float x);

__global__ void k(float *out)
{
    out[threadIdx.x] = helper(1.0f); // error: helper
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
