// Marks of one byte each: neighbours in a word are written apart, some marks by several threads.
// run: --block 64 --arg out=zeros:64 --arg a=ints:64
__global__ void mark(int *out, const int *a)
{
    __shared__ bool is_there[64];
    is_there[threadIdx.x] = false;
    __syncthreads();
    is_there[a[threadIdx.x]] = true; // finds: equal-values
    __syncthreads();
    out[threadIdx.x] = is_there[threadIdx.x];
}
