// Where 1 is subtracted from what is nearly 1 the last place of a function decides: values of an H200.
// And __powf, which is exp2f(y * __log2f(x)).
// expect: out[0] ~ -0.00404978
// expect: out[1] ~ -0.000814229
// expect: out[2] ~ -0.000126600265
// expect: out[3] == 1
// expect: out[4] == 1
// expect: out[5] == 1024
#include <cmath>

__global__ void gelu(float *out, float x)
{
    for (int i = 0; i < 3; ++i) {
        float y = x - i / 2.0f;
        out[i] = 0.5 * y * (1.0 + erff(y / sqrt(2.0)));
    }
    out[3] = tanhf(x + 13.0f);
    out[4] = isnan(__powf(x, 2.0f)) && isnan(erff(NAN)) && isnan(tanhf(NAN)) && erff(-INFINITY) == -1;
    out[5] = __powf(-x - 1, 10.0f);
}

int main()
{
    float *out;
    cudaMalloc(&out, 6 * sizeof(float));
    gelu<<<1, 1>>>(out, -3.0f);
    cudaDeviceSynchronize();
}
