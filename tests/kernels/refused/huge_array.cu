// More than can be addressed: once for each variable, with the limit.
#define T 2147483647

__global__ void k(float *out)
{
    __shared__ float s[T][T];                  // error: is over the limit of 1073741824 bytes
    __shared__ float r[4611686018427387904ll]; // error: is over the limit of 1073741824 bytes
    out[0] = s[0][0] + r[0];
}
