// typedef and using, at file scope and inside.
// expect: out[0] == 6
// expect: out[1] == 6

typedef unsigned int uint_t;
using real = float;
typedef float row_t[4];

__global__ void typedefs(real *out)
{
    using index = uint_t;
    typedef real *pointer;
    pointer p = out;
    index i = threadIdx.x;
    row_t row = {1, 2, 3, 0};
    p[i] = row[0] + row[1] + row[2];
}

int main()
{
    real *out;
    cudaMalloc(&out, 2 * sizeof(real));
    typedefs<<<1, 2>>>(out);
    cudaDeviceSynchronize();
}
