// An array of objects whose destructor does something.

struct Guard {
    int *count = nullptr;
    __device__ ~Guard()
    {
        if (count)
            atomicAdd(count, 1);
    }
};

__global__ void k(int *out)
{
    Guard guards[2]; // error: an array of objects with a destructor
    guards[0].count = out;
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
