// Half of the warps never come by the barrier and end.
__global__ void guarded(const float *in, float *out, int n)
{
    __shared__ float s[64];
    s[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) {
        __syncthreads(); // finds: barrier-divergence 32
        out[threadIdx.x] = s[threadIdx.x];
    }
}

void sketch()
{
    int n = 64;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    guarded<<<1, 64>>>(d_in, d_out, n);
}
