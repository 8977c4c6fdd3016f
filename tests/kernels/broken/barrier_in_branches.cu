// Both branches of the if have a barrier of their own, and the threads of one warp take both.
__global__ void halves(const float *in, float *out)
{
    __shared__ float s[8];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t % 4 == 0) {
        __syncthreads(); // finds: barrier-divergence 6
        out[t] = s[7 - t];
    } else {
        __syncthreads();
        out[t] = s[t / 2];
    }
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 8 * sizeof(float));
    cudaMalloc(&d_out, 8 * sizeof(float));
    halves<<<1, 8>>>(d_in, d_out);
}
