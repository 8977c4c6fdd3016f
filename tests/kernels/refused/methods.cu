// A struct with a method.

struct Counter {
    int count;
    __device__ void step() { ++count; } // error: Counter
};

__global__ void k(float *out)
{
    Counter c;
    c.count = 0;
    c.step();
    out[threadIdx.x] = c.count;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
