// A forgotten brace.

__global__ void k(float *out)
{
    for (int i = 0; i < 4; ++i) {
        out[i] = 1;
} // error: '}'
