// An array whose size is known too late.

__global__ void k(float *out, int n)
{
    __shared__ float s[n]; // error: known when the kernel is compiled
    s[threadIdx.x] = 0;
    out[threadIdx.x] = s[threadIdx.x];
}
