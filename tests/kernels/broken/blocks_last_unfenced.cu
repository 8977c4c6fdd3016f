// The block that ends last adds up what the others left, but no fence stands between what a block
// leaves and its counting itself.

__device__ unsigned int done;

__global__ void sum_all(const float *a, float *parts, float *sum, int n)
{
    __shared__ bool is_last;
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < n ? 1.0f : 0.0f;
    __syncthreads();
    for (int by = 16; by > 0; by /= 2) {
        if (t < by)
            part[t] += part[t + by];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = part[0]; // finds: race-raw 3
        is_last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        float all = 0.0f;
        for (int b = 0; b < gridDim.x; ++b)
            all += parts[b];
        *sum = all;
    }
}

int main()
{
    int n = 128;
    float *a, *parts, *sum;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&parts, 4 * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    sum_all<<<4, 32>>>(a, parts, sum, n);
    cudaDeviceSynchronize();
}
