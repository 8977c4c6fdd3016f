// Arithmetic and conversions that say how they round: to zero, up, down. The differences are exact:
// a last place of 1 is 2^-23.
// expect: out[0] == 1
// expect: out[1] == 1
// expect: out[2] == 1.00000011920928955
// expect: out[3] == -1.00000011920928955
// expect: out[4] == -1
// expect: out[5] == 0.3333333134651184082
// expect: out[6] == 0.3333333432674407959
// expect: out[7] == 1.0000002384185791
// expect: out[8] == 1.00000035762786865
// expect: out[9] == 1.41421353816986084
// expect: out[10] == 1.41421365737915039
// expect: out[11] == 2.384185791015625e-07
// expect: out[12] == 2.38418607523271931e-07
// expect: out[13] == 16777216
// expect: out[14] == 16777218
// expect: out[15] == 0.0999999940395355225
// expect: out[16] == 0.100000001490116119
// expect: out[17] == -2.999999761581421
// expect: out[18] == 0.3333333134651184082
// expect: whole[0] == -2
// expect: whole[1] == -1
// expect: whole[2] == -1
// expect: whole[3] == -2
// expect: whole[4] == 2
// expect: whole[5] == 3
// expect: wide[0] == 0.33333333333333331
// expect: wide[1] == 0.33333333333333337

__global__ void rounded(float *out, int *whole, double *wide, float one, int large)
{
    float tiny = ldexpf(one, -25), above = one + ldexpf(one, -23), two = one + one;
    out[0] = __fadd_rn(one, tiny);
    out[1] = __fadd_rz(one, tiny);
    out[2] = __fadd_ru(one, tiny);
    out[3] = __fsub_rd(-one, tiny);
    out[4] = __fsub_rz(-one, tiny);
    out[5] = __fdiv_rz(one, 3.0f);
    out[6] = __fdiv_ru(one, 3.0f);
    out[7] = __fmul_rd(above, above);
    out[8] = __fmul_ru(above, above);
    out[9] = __fsqrt_rz(two);
    out[10] = __fsqrt_ru(two);
    out[11] = __fmaf_rz(above, above, -one);
    out[12] = __fmaf_ru(above, above, -one);
    out[13] = __int2float_rz(large);
    out[14] = __int2float_ru(large);
    out[15] = __double2float_rd(0.1 * one);
    out[16] = __double2float_ru(0.1 * one);
    out[17] = __fsub_ru(-3.0f, -tiny);
    out[18] = __frcp_rd(3.0f * one);
    float x = -1.5f * one;
    whole[0] = __float2int_rd(x);
    whole[1] = __float2int_rz(x);
    whole[2] = __double2int_ru(x);
    whole[3] = __float2int_rn(x);
    whole[4] = (int)__float2uint_rn(2.5f * one);
    whole[5] = (int)__double2ll_ru(2.25 * one);
    wide[0] = __ddiv_rz((double)one, 3.0);
    wide[1] = __ddiv_ru((double)one, 3.0);
}

int main()
{
    float *out;
    int *whole;
    double *wide;
    cudaMalloc(&out, 19 * sizeof(float));
    cudaMalloc(&whole, 6 * sizeof(int));
    cudaMalloc(&wide, 2 * sizeof(double));
    rounded<<<1, 1>>>(out, whole, wide, 1.0f, 16777217);
    cudaDeviceSynchronize();
}
