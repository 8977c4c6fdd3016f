// A pointer that starts at a row and walks on into the next one.
// expect: out[8] == 0
// expect: out[1] == in[15]

__global__ void walk(const float *in, float *out, int width, int height)
{
    const float *at = in + threadIdx.x * width;
    float last = 0.0f;
    for (int i = 0; i < 2 * width && threadIdx.x + 1 < height; ++i)
        last = *at++;
    out[threadIdx.x * width + 1] = last;
    out[threadIdx.x * width] = 0.0f;
}

void sketch()
{
    int width = 8, height = 8;
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    walk<<<1, 8>>>(in, out, width, height);
}
