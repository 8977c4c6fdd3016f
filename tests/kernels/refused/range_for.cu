// A for over an array.

__global__ void k(float *out)
{
    float own[3] = {1, 2, 3};
    for (float x : own) // error: for
        out[threadIdx.x] += x;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
