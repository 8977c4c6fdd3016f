// No barrier between the rounds of a reduction.
#include <vector>

#define BLOCK_SIZE 8

__global__ void reduction(const float *in, float *sums, int n)
{
    __shared__ float part[BLOCK_SIZE];

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK_SIZE + t;
    part[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int half = BLOCK_SIZE / 2; half > 0; half /= 2)
        if (t < half)
            part[t] += part[t + half]; // finds: race-raw 3

    if (t == 0)
        sums[blockIdx.x] = part[0];
}

int main()
{
    int n = 8;
    std::vector<float> in(n, 1), out(n / BLOCK_SIZE);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n / BLOCK_SIZE * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    reduction<<<n / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n / BLOCK_SIZE * sizeof(float), cudaMemcpyDeviceToHost);
}
