// The addition of doubles that the CUDA guide builds from atomicCAS.
// run: --block 64 --arg sum=zeros:1 --arg a=ints:64
__device__ double add(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed; // finds: compare-and-swap
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void total(double *sum, double *before, const float *a)
{
    before[threadIdx.x] = add(sum, a[threadIdx.x]);
}
