// Two pointers into one allocation that overlap: what one thread reads another overwrites, and the
// last threads write behind the end.

__global__ void shift(const float *in, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i]; // finds: race-war 12 out-of-bounds-write 4
}

void sketch()
{
    int n = 16;
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    shift<<<1, n>>>(d, d + 4, n);
    cudaDeviceSynchronize();
}
