// Rows of a fixed length: what is added to a pointer as a number may well be rows.
// expect: out[3] == in[11]
// expect: out[63] == 2 * in[63]
#define WIDTH 8

__global__ void numbers(const float *in, float *out)
{
    int x = threadIdx.x, y = threadIdx.y % 2;
    const float *band = in + blockIdx.x * (2 * WIDTH);
    float *to = out + blockIdx.x * 16;
    if (y == 0) {
        band += 8;
        to[y * WIDTH + x] = band[y * WIDTH + x];
        to[y * WIDTH + x + WIDTH] = 2 * band[x + y * WIDTH];
    }
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    numbers<<<4, dim3(8, 2)>>>(in, out);
}
