// A for over what has no end: a pointer.

__global__ void k(float *out)
{
    float sum = 0;
    for (float x : out) // error: cannot be gone through with for
        sum += x;
    out[threadIdx.x] = sum;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
