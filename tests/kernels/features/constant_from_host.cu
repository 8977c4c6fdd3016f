// A __constant__ array that the host fills with cudaMemcpyToSymbol.
// expect: out[2] == F[0] * in[2] + F[1] * in[3] + F[2] * in[4]

__constant__ float F[3];

__global__ void convolution(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int tap = 0; tap < 3; ++tap)
            sum += F[tap] * in[i + tap];
        out[i] = sum;
    }
}

void sketch()
{
    int n = 8;
    float filter[3] = {1, 2, 1}, *d_in, *d_out;
    cudaMalloc(&d_in, (n + 2) * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpyToSymbol(F, filter, 3 * sizeof(float));
    convolution<<<(n + 3) / 4, 4>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
}
