// Braces and constructors, with narrowing as nvcc allows it.
// expect: out[0] == 0
// expect: out[1] == 4
// expect: out[2] == 9
// expect: out[3] == 5
// expect: out[4] == 12

__global__ void braces(float *out)
{
    float t{};
    out[0] = t;
    int row{static_cast<int>(threadIdx.x) + 4};
    out[1] = row;
    float x(4.5f), y = {4.5f};
    out[2] = x + y;
    int list[3]{5};
    out[3] = list[0] + list[1] + list[2];
    int square[2][2] = {{1, 2}, {4, 5}}, sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += square[i / 2][i % 2];
    out[4] = sum;
}

int main()
{
    float *out;
    cudaMalloc(&out, 5 * sizeof(float));
    braces<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
