// Static variables of functions: in device memory, one for all threads and blocks, each function its own.
// expect: out[0] == 64
// expect: out[1] == 7
// expect: out[2] == 3
__device__ int next()
{
    static int calls;
    return atomicAdd(&calls, 1);
}

template <int N> __device__ int *own()
{
    static __device__ int word = N;
    return &word;
}

__global__ void numbered(int *out)
{
    int mine = next();
    if (mine == 63) {
        out[0] = mine + 1;
        out[1] = *own<7>();
        out[2] = *own<3>();
    }
}

void sketch()
{
    int *out;
    cudaMalloc(&out, 3 * sizeof(int));
    numbered<<<2, 32>>>(out);
}
