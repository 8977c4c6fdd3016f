// Functions of whole numbers, and of numbers of two types, are computed in double.
// expect: out[0] == 2
// expect: out[1] == 3.5
// expect: out[2] == 1
// expect: out[3] == 5
// expect: out[4] == -3
// expect: out[5] == 2
// expect: out[6] == 8
// expect: out[7] == 7.5
// expect: out[8] == 3
#include <cmath>
#include <thrust/host_vector.h>

__global__ void whole_in_double(float *out, int n, unsigned u, float f)
{
    using namespace thrust; // whose headers a compiler of kernels is not given
    out[0] = fmin(n, (int)u);
    out[1] = fmax(n, f);
    out[2] = fmod(n, 2);
    out[3] = hypot(n, u + 2);
    out[4] = copysign(n, -1.0);
    out[5] = std::floor(u);
    out[6] = std::pow(2, n);
    out[7] = fma(n, u, 1.5f);
    out[8] = cbrt(27);
}

int main()
{
    float *out;
    cudaMalloc(&out, 9 * sizeof(float));
    whole_in_double<<<1, 1>>>(out, 3, 2, 3.5f);
    cudaDeviceSynchronize();
}
