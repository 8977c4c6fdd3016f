// The mathematical functions that kernels use, min and max of mixed types.
// expect: out[0] ~ 2.7182818
// expect: out[1] == 3
// expect: out[2] == 4
// expect: out[3] == 7
// expect: out[4] == 2
// expect: out[5] == 5
// expect: out[6] ~ 0.69314718
// expect: out[7] == 8
// expect: out[8] == 1.5
// expect: out[9] ~ 1
// expect: out[10] ~ 0.7615942
// expect: out[11] ~ 0.8427008
// expect: out[12] == 3
// expect: out[13] == 2.5
// expect: out[14] == -2
// expect: out[15] ~ 0.5

#include <cmath>

__global__ void functions(float *out, float one, int two, unsigned int three)
{
    out[0] = expf(one);
    out[1] = sqrtf(9.0f * one);
    out[2] = ceilf(3.2f * one);
    out[3] = fmaf(2.0f, 3.0f, one);
    out[4] = min(two, 5);
    out[5] = max(5, three);
    out[6] = logf(two);
    out[7] = pow(2.0, 3);
    out[8] = fabsf(-1.5f) * one;
    out[9] = sinf(one) * sinf(one) + cosf(one) * cosf(one);
    out[10] = tanhf(one);
    out[11] = erff(one);
    out[12] = fmaxf(fminf(3.0f, 4.0f), one);
    out[13] = fabs(-2.5) + abs(-3) - 3;
    out[14] = roundf(-1.5f) + floor(0.7f);
    out[15] = rsqrtf(4.0f) * __expf(0.0f);
}

int main()
{
    float *out;
    cudaMalloc(&out, 16 * sizeof(float));
    functions<<<1, 1>>>(out, 1.0f, 2, 3u);
    cudaDeviceSynchronize();
}
