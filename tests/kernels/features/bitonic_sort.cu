// A bitonic sort in shared memory; the exchange is a template that takes references.
// expect: sorted[0] == 1
// expect: sorted[1] == 1
// counts: all barriers 22
template <typename T> __device__ inline void swap_if(T &a, T &b, bool dir)
{
    if ((a > b) == dir) {
        T t = a;
        a = b;
        b = t;
    }
}

__global__ void bitonic_shared(int *data, int *sorted, int n)
{
    extern __shared__ int s[];
    const int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            int p = t ^ j;
            if (p > t) swap_if(s[t], s[p], (t & k) == 0);
            __syncthreads();
        }
    data[t] = s[t];
    sorted[t] = !t || s[t - 1] <= s[t];
}

void sketch()
{
    int *a, *sorted, n = 64;
    cudaMalloc(&a, n * sizeof *a);
    cudaMalloc(&sorted, n * sizeof *sorted);
    bitonic_shared<<<1, n, n * sizeof(int)>>>(a, sorted, n);
    cudaDeviceSynchronize();
}
