// A sum without atomics: every block reads the sum, adds its own and writes it back.

__global__ void add(const float *a, float *sum, int n)
{
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int by = blockDim.x / 2; by > 0; by /= 2) {
        if (t < by)
            part[t] += part[t + by];
        __syncthreads();
    }
    if (t == 0)
        sum[0] += part[0]; // finds: race-war 12, race-waw 6
}

void sketch()
{
    int n = 128;
    float *a, *sum;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    add<<<4, 32>>>(a, sum, n);
    cudaDeviceSynchronize();
}
