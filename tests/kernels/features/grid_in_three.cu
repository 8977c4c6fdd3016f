// A grid and a block of three dimensions: a batch of additions.
// expect: out[0] == in[0] + 0
// expect: out[23] == in[23] + 3

__global__ void batch(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    int i = (z * 3 + y) * 2 + x;
    out[i] = in[i] + z;
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 24 * sizeof(float));
    cudaMalloc(&out, 24 * sizeof(float));
    batch<<<dim3(1, 3, 2), dim3(2, 1, 2)>>>(in, out);
    cudaDeviceSynchronize();
}
