// new and delete.

__global__ void k(float *out)
{
    float *own = new float[4]; // error: heap
    out[threadIdx.x] = own[0];
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
