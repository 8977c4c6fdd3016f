// Every input adds itself to its neighbours' outputs; at the edge two blocks add to one output.
#include <cuda_runtime.h>

__global__ void spread(const float *input, const float *kernel, float *output, int input_size,
                       int kernel_size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int output_size = input_size - kernel_size + 1;
#ifdef RIGHT
    float sum = 0.0f;
    for (int k = 0; i < output_size && k < kernel_size; ++k)
        sum += input[i + k] * kernel[k];
    if (i < output_size)
        output[i] = sum;
#else
    for (int k = 0; i < input_size && k < kernel_size; ++k)
        if (i - k >= 0 && i - k < output_size)
            output[i - k] += input[i] * kernel[k]; // finds: race/grid race
#endif
}

extern "C" void solve(const float *input, const float *kernel, float *output, int input_size,
                      int kernel_size)
{
    int threads = 64, blocks = (input_size + threads - 1) / threads;
    cudaMemset(output, 0, (input_size - kernel_size + 1) * sizeof(float));
    spread<<<blocks, threads>>>(input, kernel, output, input_size, kernel_size);
    cudaDeviceSynchronize();
}

#ifdef STANDALONE
#include <cstdio>

int main()
{
    const int n = 200, k = 5;
    float h[n], *in, *kernel, *out;
    for (int i = 0; i < n; ++i)
        h[i] = i % 6;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&kernel, k * sizeof(float));
    cudaMalloc(&out, (n - k + 1) * sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(kernel, h, k * sizeof(float), cudaMemcpyHostToDevice);
    solve(in, kernel, out, n, k);
    cudaMemcpy(h, out, (n - k + 1) * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n - k + 1; ++i)
        printf("%g ", h[i]);
}
#endif
