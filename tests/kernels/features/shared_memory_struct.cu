// The SharedMemory struct of cuda-samples: dynamic shared memory in a template, once more for double.
// expect: sums[0] == in[0] + in[1] + in[2] + in[3]
// expect: sums[1] == in[4] + in[5] + in[6] + in[7]
// counts: shared_load bytes 112

template <class T> struct SharedMemory {
    __device__ inline operator T *()
    {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
    __device__ inline operator const T *() const
    {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};

template <> struct SharedMemory<double> {
    __device__ inline operator double *()
    {
        extern __shared__ double __smem_d[];
        return (double *)__smem_d;
    }
    __device__ inline operator const double *() const
    {
        extern __shared__ double __smem_d[];
        return (double *)__smem_d;
    }
};

template <class T> __global__ void reduce(const T *in, T *sums, unsigned int n)
{
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) {
        const T *result = SharedMemory<T>();
        sums[blockIdx.x] = result[0];
    }
}

void sketch()
{
    int n = 8, threads = 4;
    double *in, *sums;
    cudaMalloc(&in, n * sizeof(double));
    cudaMalloc(&sums, 2 * sizeof(double));
    reduce<double><<<n / threads, threads, threads * sizeof(double)>>>(in, sums, n);
    cudaDeviceSynchronize();
}
