// Several rows copied as one run of elements, and then mirrored: no column is too large.
// expect: out[5] == in[2]
// expect: out[63] == in[56]
#define ROWS 2

__global__ void ways(const float *in, float *out, int width, int pitch)
{
    int t = threadIdx.x, first = blockIdx.x * ROWS;
    for (int i = t; i < ROWS * width; i += blockDim.x)
        out[first * width + i] = in[first * width + i];
    __syncthreads();
    if (t < width) {
        const float *from = in + first * width;
        float *to = out;
        to += first * pitch;
        for (int row = 0; row < ROWS; ++row) {
            to[t] = from[width - 1 - t];
            from += width;
            to += pitch;
        }
    }
}

void sketch()
{
    int width = 8, count = 64;
    float *in, *out;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&out, count * sizeof(float));
    ways<<<4, 8>>>(in, out, width, width);
}
