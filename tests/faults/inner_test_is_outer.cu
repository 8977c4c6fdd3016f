// The inner loop tests the outer loop's counter, so it never ends, whatever it computes meanwhile.
#include <cstdio>

__global__ void strongest(const float *in, float *out, int rows, int columns)
{
    float most = 0;
    for (int row = 0; row < rows; ++row)
#ifdef RIGHT
        for (int column = 0; column < columns; ++column) {
#else
        for (int column = 0; row < columns; ++column) { // finds: step-limit
#endif
            int place = (row * columns + column) % 64;
            float sum = 0;
            for (int i = 0; i < 4; ++i)
                sum += in[(place + i) % 64];
            most = fmaxf(most, sum);
        }
    out[threadIdx.x] = most;
}

int main()
{
    float h[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        h[i] = i % 7;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    strongest<<<1, 32>>>(in, out, 8, 8);
    cudaMemcpy(h, out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
}
