// A square matrix, and a kernel that takes the one size for the other.
// expect: out[17] == 2 * in[17]

__global__ void equal(const float *in, float *out, int width, int height)
{
    in += blockIdx.x * 2 * height;
    out += blockIdx.x * 2 * height;
    out[threadIdx.y * width + threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
    out[threadIdx.y * width + threadIdx.x] += in[threadIdx.x + threadIdx.y * height];
}

void sketch()
{
    int width = 8, height = 8;
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    equal<<<4, dim3(8, 2)>>>(in, out, width, height);
}
