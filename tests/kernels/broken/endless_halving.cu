// half reaches 0 and stays there.
// run: --max-steps 5000
#include <vector>

#define BLOCK_SIZE 8

__global__ void halves(const float *in, float *out, int n)
{
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int half = BLOCK_SIZE / 2; half >= 0; half /= 2) sum += in[half]; // finds: step-limit 8
    out[t] = sum;
}

int main()
{
    int n = 8;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    halves<<<1, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
