// A kernel that launches a kernel.

__global__ void child(float *out) { out[threadIdx.x] = 1; }

__global__ void k(float *out)
{
    child<<<1, 32>>>(out); // error: dynamic parallelism
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
