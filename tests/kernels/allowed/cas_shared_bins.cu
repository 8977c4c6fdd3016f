// Bins in shared memory that take the product of what falls into them, in a loop that asks whether
// it was done.
// run: --block 64 --arg out=zeros:8 --arg a=ints:64
__global__ void products(unsigned *out, const int *a)
{
    __shared__ unsigned bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 1;
    __syncthreads();
    int value = a[threadIdx.x], bin = value % 8;
    bool is_done = false;
    while (!is_done) {
        unsigned seen = bins[bin]; // finds: compare-and-swap
        is_done = atomicCAS(&bins[bin], seen, seen * value) == seen;
    }
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = bins[threadIdx.x];
}
