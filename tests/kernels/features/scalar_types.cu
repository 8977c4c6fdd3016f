// double, long long, size_t, char, short and their rules.
// expect: out[0] == 0.30000000000000004
// expect: out[1] == 4294967296
// expect: out[2] == -56
// expect: out[3] == 200
// expect: out[4] == -1
// expect: out[5] == 8
// expect: out[6] == 65535
// expect: out[7] == 1
// expect: out[8] == 3

#include <cstdint>

__global__ void scalars(double *out)
{
    out[0] = 0.1 + 0.2;
    long long big = 65536;
    out[1] = big * big;
    signed char c = (signed char)200;
    out[2] = c;
    unsigned char uc = 200;
    out[3] = uc;
    short s = (short)0xFFFF;
    out[4] = s;
    size_t size = sizeof(double);
    out[5] = size;
    uint16_t u = (uint16_t)-1;
    out[6] = u;
    int64_t wide = -1;
    out[7] = wide < 0 && (uint32_t)wide > 0u;
    bool truth = 7;
    out[8] = truth + truth + true;
}

int main()
{
    double *out;
    cudaMalloc(&out, 9 * sizeof(double));
    scalars<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
