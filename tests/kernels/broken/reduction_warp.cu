// The last rounds without barriers, trusting that a warp runs in step.
#include <vector>

#define BLOCK_SIZE 8

__global__ void reduction(const float *in, float *sums, int n)
{
    __shared__ float part[BLOCK_SIZE];

    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK_SIZE + t;
    part[t] = i < n ? in[i] : 0.0f;
    __syncthreads();

    if (t < 4) {
        part[t] += part[t + 4]; // finds: race-raw
        part[t] += part[t + 2]; // finds: race-raw, race-war
        part[t] += part[t + 1]; // finds: race-war
    }

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
