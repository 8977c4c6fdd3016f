// The value that was read decides about more than the swap.
// run: --block 64 --arg sum=zeros:1 --arg late=zeros:1
__global__ void total(int *sum, int *late)
{
    int old = *sum, assumed; // finds: race-war
    if (old > 10)
        atomicAdd(late, 1);
    do {
        assumed = old;
        old = atomicCAS(sum, assumed, assumed + 1);
    } while (assumed != old);
}
