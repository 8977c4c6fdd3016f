// All write the same, but some read before all have written.
// run: --block 64 --arg out=zeros:64 --arg a=ints:64
__global__ void search(int *out, const int *a)
{
    __shared__ int any;
    if (threadIdx.x == 0)
        any = 0;
    __syncthreads();
    if (a[threadIdx.x] > 5)
        any = 1; // finds: race-raw, equal-values
    out[threadIdx.x] = any;
}
