// An inline namespace is a part of the one around it, for kernels, for functions and for numbers.
// expect: o[3] == 6
namespace lib {
inline namespace v1 {
constexpr int N = 4;
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *o, int n)
{
    if (threadIdx.x < n)
        o[threadIdx.x] = twice(threadIdx.x);
}
}
}

int main()
{
    int *o;
    cudaMalloc(&o, lib::N * sizeof(int));
    lib::k<<<1, lib::N>>>(o, lib::v1::N);
    cudaDeviceSynchronize();
}
