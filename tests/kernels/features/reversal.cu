// A reversal is neither a copy nor a transpose, and nobody may call it a wrong one.
// expect: out[3] == in[60]
// expect: out[63] == in[0]

__global__ void reversal(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[n - t - 1];
}

void sketch()
{
    int n = 64, *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    reversal<<<1, n>>>(in, out, n);
    cudaDeviceSynchronize();
}
