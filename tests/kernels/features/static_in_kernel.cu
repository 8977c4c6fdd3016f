// Static variables of a kernel: in device memory, where what is left there stays; and in shared memory.
// expect: out[5] == 35
// expect: out[31] == 4
__global__ void numbered(int *out)
{
    static int calls = 3;
    static __device__ int table[4] = {1, 2, 3, 4};
    static __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = atomicAdd(&calls, 1);
    __syncthreads();
    out[t] = table[t % 4];
    if (t == 5)
        out[t] = calls;
}

void sketch()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    numbered<<<1, 32>>>(out);
}
