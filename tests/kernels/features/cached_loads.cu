// __ldg and the other loads and stores with a hint are plain ones.
// expect: out[3] == in[3] + in[4]

__global__ void cached(const float *in, float *out)
{
    int t = threadIdx.x;
    __stcs(&out[t], __ldg(&in[t]) + __ldcg(in + t + 1));
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 9 * sizeof(float));
    cudaMalloc(&out, 8 * sizeof(float));
    cached<<<1, 8>>>(in, out);
    cudaDeviceSynchronize();
}
