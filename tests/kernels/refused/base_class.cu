// A struct that inherits.

struct Shape {
    float area;
};

struct Square : Shape { // error: base classes are not supported
    float side;
};

__global__ void k(float *out)
{
    Square s;
    s.side = 2;
    out[threadIdx.x] = s.side;
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
