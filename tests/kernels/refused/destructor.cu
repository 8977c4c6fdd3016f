// A variable of a kernel whose destructor does something.

struct Guard {
    int *count;
    __device__ Guard(int *count) : count(count) {}
    __device__ ~Guard()
    {
        atomicAdd(count, 1);
    }
};

__global__ void k(int *out)
{
    Guard guard(out); // error: destructors are not supported
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
