// Whole warps leave before the barrier, others only in part, and later; in block 2 nobody stays.
__global__ void shifted(const float *in, float *out, int n)
{
    __shared__ float s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n)
        return;
    s[threadIdx.x] = in[i];
    __syncthreads(); // finds: barrier-divergence 24
    if (threadIdx.x % 2)
        return;
    out[i] = s[threadIdx.x];
    __syncthreads(); // finds: barrier-divergence 52
    out[i] += s[0];
}

void sketch()
{
    int n = 104;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    shifted<<<3, 64>>>(d_in, d_out, n);
}
