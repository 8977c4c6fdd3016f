// Two pointers into one allocation: one buffer, in which the second begins later.
// expect: in[8] == 2 * in[0]
// expect: in[15] == 2 * in[7]
// counts: global_load accesses 8

__global__ void twice(const float *in, float *out, const float *extra)
{
    int i = threadIdx.x;
    out[i] = extra ? extra[i] : 2 * in[i];
}

void sketch()
{
    int n = 8;
    float *d, *extra = nullptr;
    cudaMalloc(&d, 2 * n * sizeof(float));
    twice<<<1, n>>>(d, d + n, extra);
    cudaDeviceSynchronize();
}
