// Each thread fetches its element and the next one, so all but two are fetched twice.
// run: --block 64 --arg out=zeros:64 --arg a=ints:65
__global__ void sums(float *out, const float *a)
{
    __shared__ float s[65];
    int t = threadIdx.x;
    s[t] = a[t]; // finds: equal-values 63
    s[t + 1] = a[t + 1];
    __syncthreads();
    out[t] = s[t] + s[t + 1];
}
