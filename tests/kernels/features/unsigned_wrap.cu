// Unsigned arithmetic wraps, and wins when it meets int in a comparison.
// expect: out[0] == -3
// expect: out[1] == 0
// expect: out[2] == 1
// expect: out[3] == 4294967295
// expect: out[4] == 1

__global__ void wrap(long long *out)
{
    int radius = 3;
    int at = threadIdx.x - radius; // unsigned, then back to int
    out[0] = at;
    out[1] = threadIdx.x - radius < 0;
    out[2] = (int)threadIdx.x - radius < 0;
    out[3] = threadIdx.x - 1;
    out[4] = -1 > 0u;
}

int main()
{
    long long *out;
    cudaMalloc(&out, 5 * sizeof(long long));
    wrap<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
