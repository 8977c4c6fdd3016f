// A struct that inherits from two.

struct Shape {
    float area;
};

struct Coloured {
    int colour;
};

struct Square : Shape, Coloured { // error: more than one base class is not supported
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
