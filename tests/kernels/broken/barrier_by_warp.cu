// One warp loads and another computes, each with a barrier of its own.
__global__ void roles(const float *in, float *out)
{
    __shared__ float s[32];
    int lane = threadIdx.x % 32;
    for (int round = 0; round < 2; ++round) {
        if (threadIdx.x < 32) {
            s[lane] = in[round * 32 + lane];
            __syncthreads(); // finds: barrier-divergence 64
            __syncthreads(); // finds: barrier-divergence 64
        } else {
            __syncthreads();
            out[round * 32 + lane] = s[31 - lane]; // finds: equal-values
            __syncthreads();
        }
    }
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    roles<<<2, 64>>>(d_in, d_out);
}
