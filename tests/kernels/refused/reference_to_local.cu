// A reference to a variable that ends with its function.

__device__ float &doubled(float x)
{
    float y = 2 * x;
    return y; // error: 'y' ends with the function
}

__global__ void k(float *out)
{
    out[threadIdx.x] = doubled(1);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
