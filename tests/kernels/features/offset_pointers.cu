// A pointer that is passed as d_in + RADIUS: negative indices are fine, and none is out of bounds.
// expect: out[0] == in[0] + in[1] + in[2] + in[3] + in[4]
// expect: out[7] == in[7] + in[8] + in[9] + in[10] + in[11]

#define RADIUS 2

__global__ void stencil(const float *in, float *out)
{
    int i = threadIdx.x;
    float sum = 0.0f;
    for (int offset = -RADIUS; offset <= RADIUS; ++offset)
        sum += in[i + offset];
    out[i] = sum;
}

void sketch()
{
    int n = 8;
    float *d_in, *d_out;
    cudaMalloc(&d_in, (n + 2 * RADIUS) * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    stencil<<<1, n>>>(d_in + RADIUS, d_out);
    cudaDeviceSynchronize();
}
