// What comes of operations without a result, bit by bit, as a device has it. 2147483647 is
// 0x7fffffff, 2143289344 is 0x7fc00000; the wide ones are 0xfff8000000000000, and a payload.
// expect: out[0] == 2147483647
// expect: out[1] == 2147483647
// expect: out[2] == 2147483647
// expect: out[3] == 2147483647
// expect: out[4] == 2147483647
// expect: out[5] == 1077936128
// expect: out[6] == 2147483647
// expect: out[7] == 2147483647
// expect: out[8] == 2143363907
// expect: out[9] == 2143289344
// expect: out[10] == 2147483647
// expect: out[11] == 2143363907
// expect: sums[0] == 2147483647
// expect: sums[1] == 2147483648
// expect: sums[2] == 0
// expect: wide[0] == 18444492273895866368
// expect: wide[1] == 18444492273895866368
// expect: wide[2] == 9221120237041090579
// expect: wide[3] == 9221120237041090579
__device__ unsigned bits(float x) { return __float_as_uint(x); }

__global__ void k(const float *in, unsigned *out, float *sum, unsigned *sums,
                  unsigned long long *wide)
{
    float zero = in[0] * 0.0f, endless = 1.0f / zero, none = __uint_as_float(0x7fc12343u + (unsigned)zero);
    out[0] = bits(zero / zero);
    out[1] = bits(endless - endless);
    out[2] = bits(-(zero * endless));
    out[3] = bits(sqrtf(zero - 1));
    out[4] = bits(fmaf(none, 2, 1));
    out[5] = bits(fminf(none, 3));
    out[6] = bits(fmaxf(none, -none));
    out[7] = bits(fabsf(none));
    out[8] = bits((float)(double)none);
    out[9] = bits(NAN);
    out[10] = bits(logf(zero - 1));
    out[11] = bits(zero == 0 ? none : 1);
    atomicAdd(sum, endless);
    atomicAdd(sum, -endless);
    sums[0] = bits(*sum);
    sums[1] = (int)(double)none;
    sums[2] = (int)none;
    double full = (double)zero, other = __longlong_as_double(0x7ff8000000000013ll + (int)zero);
    wide[0] = __double_as_longlong(full / full);
    wide[1] = __double_as_longlong(sqrt(full - 1));
    wide[2] = __double_as_longlong(other + full);
    wide[3] = __double_as_longlong(-other);
}

void sketch()
{
    float *in, *sum;
    unsigned *out, *sums;
    unsigned long long *wide;
    cudaMalloc(&in, sizeof(float));
    cudaMalloc(&out, 12 * sizeof(unsigned));
    cudaMalloc(&sum, sizeof(float));
    cudaMalloc(&sums, 3 * sizeof(unsigned));
    cudaMalloc(&wide, 4 * sizeof(unsigned long long));
    cudaMemset(sum, 0, sizeof(float));
    k<<<1, 1>>>(in, out, sum, sums, wide);
}
