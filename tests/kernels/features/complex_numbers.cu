// cuComplex and cufftComplex are float2 by another name.
// expect: out[0] == -5
// expect: out[1] == 10
// expect: out[2] == 3

#include <cuComplex.h>

typedef float2 Complex;

__device__ Complex times(Complex a, Complex b)
{
    Complex c;
    c.x = a.x * b.x - a.y * b.y;
    c.y = a.x * b.y + a.y * b.x;
    return c;
}

__global__ void complex(float *out)
{
    cuComplex a = make_cuComplex(1.0f, 2.0f), b = make_cuFloatComplex(3.0f, 4.0f);
    Complex c = times(a, b);
    out[0] = cuCrealf(cuCmulf(a, b));
    out[1] = c.y;
    out[2] = b.x;
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    complex<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
