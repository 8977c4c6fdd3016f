// Nobody says what WIDTH is.

template <int WIDTH> __global__ void k(float *out) // error: template
{
    __shared__ float s[WIDTH];
    s[threadIdx.x] = 0;
    out[threadIdx.x] = s[threadIdx.x];
}
