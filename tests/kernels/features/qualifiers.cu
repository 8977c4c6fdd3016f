// What is read and means nothing here: __restrict__, volatile, inline, extern "C" and so on.
// expect: out[3] == 31

static_assert(sizeof(int) == 4, "int is a word");

__device__ __forceinline__ int twice(int x) { return 2 * x; }
static inline __device__ int thrice(int x) { return 3 * x; }
__host__ __device__ __noinline__ int one() { return 1; }

extern "C" __global__ void __launch_bounds__(64, 2)
    qualifiers(const int *__restrict__ in, int *__restrict__ out)
{
    alignas(16) __shared__ int s[8];
    volatile int *v = s;
    unsigned int t = threadIdx.x;
    v[t] = in[t] * 0 + t;
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        sum += v[i];
#pragma unroll 2
    for (int i = 0; i < 4; ++i)
        sum += twice(one());
    out[t] = sum + thrice(t) + twice(4);
}

void sketch()
{
    int *in, *out;
    cudaMalloc(&in, 8 * sizeof(int));
    cudaMalloc(&out, 8 * sizeof(int));
    qualifiers<<<1, 8>>>(in, out);
    cudaDeviceSynchronize();
}
