// A stencil that writes to the array it reads: did the neighbour write already?
#include <vector>

#define BLOCK_SIZE 8

__global__ void smooth(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        data[i] = 0.5f * (data[i - 1] + data[i]); // finds: race-war 14
}

int main()
{
    int n = 16;
    std::vector<float> data(n, 1.0f);
    float *d_data;
    cudaMalloc(&d_data, n * sizeof(float));
    cudaMemcpy(d_data, data.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    smooth<<<(n + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_data, n);

    cudaMemcpy(data.data(), d_data, n * sizeof(float), cudaMemcpyDeviceToHost);
}
