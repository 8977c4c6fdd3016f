// A vector is memory of the host, unless its allocator asks CUDA for memory that both reach.
#include <cstdio>
#include <vector>

template <typename T> struct Managed {
    typedef T value_type;
    T *allocate(size_t n)
    {
        T *memory;
        cudaMallocManaged(&memory, n * sizeof(T));
        return memory;
    }
    void deallocate(T *memory, size_t) { cudaFree(memory); }
};

__global__ void negate(int *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = -v[i]; // finds: device-reads-host-pointer
}

int main()
{
    const int n = 100;
#ifdef RIGHT
    std::vector<int, Managed<int>> v(n, 3);
#else
    std::vector<int> v(n, 3);
#endif
    negate<<<(n + 63) / 64, 64>>>(v.data(), n);
    cudaDeviceSynchronize();
    printf("%d\n", v[0]);
}
