// Three values for each pixel, side by side or in planes of their own.
// expect: planes[1] == in[3]
// expect: planes[104] == in[104]
// expect: again[104] == in[104]

__global__ void part(const float *in, float *planes, float *again, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int pixel = y * width + x;
    if (x >= width || y >= height)
        return;
    for (int c = 0; c < 3; ++c) {
        float value = in[y * 3 * width + 3 * x + c];
        planes[c * width * height + pixel] = value;
        again[y * 3 * width + 3 * x + c] = planes[c * width * height + y * width + x];
    }
}

void sketch()
{
    int width = 7, height = 5;
    float *in, *planes, *again;
    cudaMalloc(&in, 3 * width * height * sizeof(float));
    cudaMalloc(&planes, 3 * width * height * sizeof(float));
    cudaMalloc(&again, 3 * width * height * sizeof(float));
    part<<<dim3(2, 2), dim3(4, 4)>>>(in, planes, again, width, height);
}
