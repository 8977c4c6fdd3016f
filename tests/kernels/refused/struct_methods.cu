// The SharedMemory struct of NVIDIA's samples: dynamic shared memory in a template.

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

template <class T> __global__ void doubled(T *out)
{
    T *sdata = SharedMemory<T>(); // error: 'SharedMemory' is a template of a struct
    sdata[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = 2 * sdata[threadIdx.x];
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    doubled<float><<<1, 4, 4 * sizeof(float)>>>(out);
    cudaDeviceSynchronize();
}
