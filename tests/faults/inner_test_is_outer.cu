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
            int place = (row * columns + column) % 64; // finds: step-limit
            float sum = 0; // finds: step-limit
            for (int i = 0; i < 4; ++i) // finds: step-limit
                sum += in[(place + i) % 64]; // finds: step-limit
            most = fmaxf(most, sum); // finds: step-limit
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
