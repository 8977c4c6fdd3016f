// An optional array that is not given, and is read all the same.

__global__ void scale(float *out, const float *factors, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = factors[i]; // finds: out-of-bounds-read 8
}

int main()
{
    int n = 8;
    float *out;
    cudaMalloc(&out, n * sizeof(float));
    scale<<<1, n>>>(out, nullptr, n);
    cudaDeviceSynchronize();
}
