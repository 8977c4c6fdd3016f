// Blocks that add what they have found to one sum, by an atomic operation each.
// expect: sum[0] == 640

__global__ void add(const float *a, float *sum, int n)
{
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < n ? 5.0f : 0.0f;
    __syncthreads();
    for (int by = blockDim.x / 2; by > 0; by /= 2) {
        if (t < by)
            part[t] += part[t + by];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}

int main()
{
    int n = 128;
    float *a, *sum;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    add<<<4, 32>>>(a, sum, n);
    cudaDeviceSynchronize();
}
