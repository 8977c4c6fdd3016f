// More of the functions and constants of CUDA's mathematics; values from a host compiler.
// expect: out[0] ~ 0.390035331
// expect: out[1] ~ 0.867014706
// expect: out[2] ~ 0.423648953
// expect: out[3] ~ -3
// expect: out[4] ~ 0.571607649
// expect: out[5] ~ 0.796677768
// expect: out[6] ~ 2.21815944
// expect: out[7] == -2
// expect: out[8] ~ 0.05
// expect: out[9] ~ 0.95105654
// expect: out[10] ~ 0.309016973
// expect: out[11] ~ 1.35720885
// expect: out[12] ~ 0.2
// expect: out[13] ~ 7
// expect: out[14] ~ 0.655421734
// expect: out[15] ~ 2.75106382
// expect: out[16] ~ -0.253347099
// expect: out[17] == -0.78125
// expect: out[18] == 4
// expect: out[19] == -0.75
// expect: out[20] == -2
// expect: out[21] == -0.5
// expect: out[22] ~ 1.00000012
// expect: out[23] == -3
// expect: out[24] == 3
// expect: out[25] == 48
// expect: out[26] ~ 0.31830987
// expect: out[27] ~ 0.70710677
// expect: out[28] ~ 1.44269502
// expect: out[29] == 65535
// expect: out[30] ~ 1.8446744e19
// expect: out[31] ~ -0.73286908
// expect: out[32] ~ 0.08885599
// expect: bits[0] == 16909060
// expect: bits[1] == 9
// expect: bits[2] == 4294967295
// expect: bits[3] == 3

#include <cfloat>
#include <climits>
#include <math_constants.h>

__global__ void functions(float *out, unsigned *bits, float x, unsigned long long big)
{
    int exponent;
    float whole;
    out[0] = asinhf(x);
    out[1] = acoshf(1 + x);
    out[2] = atanhf(x);
    out[3] = cbrtf(-27.0f);
    out[4] = erfcf(x);
    out[5] = lgammaf(x);
    out[6] = tgammaf(x);
    out[7] = logbf(x);
    out[8] = ldexpf(x, -3);
    out[9] = sinpif(x);
    out[10] = cospif(x);
    out[11] = rcbrtf(x);
    out[12] = rhypotf(3.0f, 4.0f);
    out[13] = norm3df(2.0f, 3.0f, 6.0f);
    out[14] = normcdff(x);
    out[15] = (float)erfinv(0.9999);
    out[16] = normcdfinvf(x);
    out[17] = frexpf(-12.5f, &exponent);
    out[18] = exponent;
    out[19] = modff(-2.75f, &whole);
    out[20] = whole;
    out[21] = remainderf(5.5f, 2.0f);
    out[22] = nextafterf(1.0f, 2.0f);
    out[23] = copysignf(3.0f, -0.0f);
    out[24] = ilogbf(9.0f);
    out[25] = scalbnf(3.0f, 4);
    out[26] = M_1_PI;
    out[27] = CUDART_SQRT_HALF_F;
    out[28] = CUDART_L2E_F;
    out[29] = USHRT_MAX;
    out[30] = ULLONG_MAX;
    out[31] = erfinvf(-0.7f);
    out[32] = erfinvf(0.1f);
    bits[0] = __byte_perm(0x01020304u, 0x05060708u, 0x3218u & 0x7777u) + 4u * (x > 1);
    bits[1] = (unsigned)__umul64hi(big, 10ull);
    bits[2] = (unsigned)__mul64hi(-5ll, 7ll);
    bits[3] = (unsigned)__double2hiint(__hiloint2double(3, 7));
}

int main()
{
    float *out;
    unsigned *bits;
    cudaMalloc(&out, 33 * sizeof(float));
    cudaMalloc(&bits, 4 * sizeof(unsigned));
    functions<<<1, 1>>>(out, bits, 0.4f, 18446744073709551615ull);
    cudaDeviceSynchronize();
}
