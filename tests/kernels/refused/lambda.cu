// A lambda.

__global__ void k(float *out)
{
    auto twice = [](float x) { return 2 * x; }; // error: lambda
    out[threadIdx.x] = twice(1);
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
