// What an operation makes of special numbers, bit by bit: NaNs with and without payload, infinities,
// zeros, subnormals; and shifts by any count. Operands come from memory that no compiler can look
// into. A block is an operation, a thread a pair of operands.
//
// With nvcc it is a program of its own that prints what the GPU gives.
#include <cmath>
#include <cstdio>

#define FLOATS  14
#define DOUBLES 12
#define COUNTS  12

__constant__ unsigned float_bits[FLOATS] = {
    0x00000000, 0x80000000, 0x3f800000, 0xc0200000, 0x7f800000, 0xff800000, 0x7fc00000,
    0x7fc12345, 0xffc00001, 0x7f812345, 0x7fffffff, 0x00000123, 0x7f7fffff, 0x41200000};
__constant__ unsigned long long double_bits[DOUBLES] = {
    0x0000000000000000ull, 0x8000000000000000ull, 0x3ff0000000000000ull, 0xc004000000000000ull,
    0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x7ff8123456789abcull,
    0xfff8000000000001ull, 0x7ff0123456789abcull, 0x0000000000000123ull, 0x7fefffffffffffffull};
__constant__ int shift_counts[COUNTS] = {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, -1, -32};

__global__ void floats(unsigned *out)
{
    int t = threadIdx.x;
    float a = __uint_as_float(float_bits[t / FLOATS]), b = __uint_as_float(float_bits[t % FLOATS]);
    float r = 0;
    switch (blockIdx.x) {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    case 3: r = a / b; break;
    case 4: r = fmaf(a, b, a); break;
    case 5: r = fmaf(b, b, a); break;
    case 6: r = -a; break;
    case 7: r = fabsf(a); break;
    case 8: r = fminf(a, b); break;
    case 9: r = fmaxf(a, b); break;
    case 10: r = sqrtf(a); break;
    case 11: r = a < b ? a : b; break;
    case 12: r = fmodf(a, b); break;
    case 13: r = floorf(a); break;
    case 14: r = ceilf(a); break;
    case 15: r = truncf(a); break;
    case 16: r = rintf(a); break;
    case 17: r = roundf(a); break;
    case 18: r = (float)(double)a; break;
    case 19: r = (int)a; break;
    case 20: r = (unsigned)a; break;
    case 21: r = a == b; break;
    case 22: r = a != b; break;
    default: r = -fabsf(a); break;
    }
    out[blockIdx.x * blockDim.x + t] = __float_as_uint(r);
}

// Only where the result is a NaN: numbers differ in the last places.
__global__ void functions(unsigned *out)
{
    int t = threadIdx.x;
    float a = __uint_as_float(float_bits[t / FLOATS]), b = __uint_as_float(float_bits[t % FLOATS]);
    float r = 0;
    switch (blockIdx.x) {
    case 0: r = rsqrtf(a); break;
    case 1: r = expf(a); break;
    case 2: r = exp2f(a); break;
    case 3: r = logf(a); break;
    case 4: r = log2f(a); break;
    case 5: r = log10f(a); break;
    case 6: r = sinf(a); break;
    case 7: r = cosf(a); break;
    case 8: r = tanf(a); break;
    case 9: r = tanhf(a); break;
    case 10: r = erff(a); break;
    case 11: r = powf(a, b); break;
    case 12: r = hypotf(a, b); break;
    default: r = atan2f(a, b); break;
    }
    out[blockIdx.x * blockDim.x + t] = r != r ? __float_as_uint(r) : 0;
}

__global__ void doubles(unsigned long long *out)
{
    int t = threadIdx.x;
    double a = __longlong_as_double(double_bits[t / DOUBLES]);
    double b = __longlong_as_double(double_bits[t % DOUBLES]), r = 0;
    switch (blockIdx.x) {
    case 0: r = a + b; break;
    case 1: r = a - b; break;
    case 2: r = a * b; break;
    case 3: r = a / b; break;
    case 4: r = fma(a, b, a); break;
    case 5: r = fma(b, b, a); break;
    case 6: r = -a; break;
    case 7: r = fabs(a); break;
    case 8: r = fmin(a, b); break;
    case 9: r = fmax(a, b); break;
    case 10: r = sqrt(a); break;
    case 11: r = a < b ? a : b; break;
    case 12: r = (float)a; break;
    case 13: r = floor(a); break;
    default: r = (int)a; break;
    }
    out[blockIdx.x * blockDim.x + t] = __double_as_longlong(r);
}

__global__ void widened(unsigned long long *out)
{
    float a = __uint_as_float(float_bits[threadIdx.x]);
    out[threadIdx.x] = __double_as_longlong((double)a);
}

// Each operand once as what an atomic operation adds to the other.
__global__ void atomics(float *out)
{
    int t = threadIdx.x;
    out[t] = __uint_as_float(float_bits[t / FLOATS]);
    __syncthreads();
    atomicAdd(&out[t], __uint_as_float(float_bits[t % FLOATS]));
}

// What compilers work out themselves.
__global__ void folded(unsigned *out, unsigned long long *wide)
{
    float zero = 0.0f, huge = 1e38f * 1e10f;
    double big = 1e308 * 1e10;
    out[0] = __float_as_uint(zero / zero);
    out[1] = __float_as_uint(huge - huge);
    out[2] = __float_as_uint(sqrtf(-1.0f));
    out[3] = __float_as_uint(NAN);
    out[4] = __float_as_uint(logf(-1.0f));
    out[5] = __float_as_uint(0.0f * huge);
    wide[0] = __double_as_longlong(0.0 / 0.0);
    wide[1] = __double_as_longlong(big - big);
    wide[2] = __double_as_longlong(sqrt(-1.0));
}

__global__ void shifts(unsigned *out, unsigned long long *wide)
{
    int t = threadIdx.x, by = shift_counts[t];
    unsigned x = 0x80000001u + float_bits[0];
    unsigned long long y = 0x8000000000000001ull + double_bits[0];
    out[4 * t] = x << by;
    out[4 * t + 1] = x >> by;
    out[4 * t + 2] = (int)x << by;
    out[4 * t + 3] = (int)x >> by;
    wide[4 * t] = y << by;
    wide[4 * t + 1] = y >> by;
    wide[4 * t + 2] = (long long)y << by;
    wide[4 * t + 3] = (long long)y >> by;
}

int main()
{
    static unsigned out[24 * FLOATS * FLOATS];
    static unsigned long long wide[15 * DOUBLES * DOUBLES];
    unsigned *d_out;
    unsigned long long *d_wide;
    float *d_sums;
    int pairs = FLOATS * FLOATS, wide_pairs = DOUBLES * DOUBLES;
    cudaMalloc(&d_out, sizeof out);
    cudaMalloc(&d_wide, sizeof wide);
    cudaMalloc(&d_sums, pairs * sizeof(float));

    floats<<<24, pairs>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24 * pairs; ++i)
        printf("floats %d %d %d %08x\n", i / pairs, i / FLOATS % FLOATS, i % FLOATS, out[i]);
    functions<<<14, pairs>>>(d_out);
    cudaMemcpy(out, d_out, 14 * pairs * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 14 * pairs; ++i)
        printf("functions %d %d %d %08x\n", i / pairs, i / FLOATS % FLOATS, i % FLOATS, out[i]);
    atomics<<<1, pairs>>>(d_sums);
    cudaMemcpy(out, d_sums, pairs * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < pairs; ++i)
        printf("atomics %d %d %08x\n", i / FLOATS, i % FLOATS, out[i]);
    doubles<<<15, wide_pairs>>>(d_wide);
    cudaMemcpy(wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 15 * wide_pairs; ++i)
        printf("doubles %d %d %d %016llx\n", i / wide_pairs, i / DOUBLES % DOUBLES, i % DOUBLES,
               wide[i]);
    widened<<<1, FLOATS>>>(d_wide);
    cudaMemcpy(wide, d_wide, FLOATS * sizeof *wide, cudaMemcpyDeviceToHost);
    for (int i = 0; i < FLOATS; ++i)
        printf("widened %d %016llx\n", i, wide[i]);
    folded<<<1, 1>>>(d_out, d_wide);
    cudaMemcpy(out, d_out, 6 * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaMemcpy(wide, d_wide, 3 * sizeof *wide, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; ++i)
        printf("folded %d %08x\n", i, out[i]);
    for (int i = 0; i < 3; ++i)
        printf("folded wide %d %016llx\n", i, wide[i]);
    shifts<<<1, COUNTS>>>(d_out, d_wide);
    cudaMemcpy(out, d_out, 4 * COUNTS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaMemcpy(wide, d_wide, 4 * COUNTS * sizeof *wide, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * COUNTS; ++i)
        printf("shifts %d %d %08x %016llx\n", i / 4, i % 4, out[i], wide[i]);
}
