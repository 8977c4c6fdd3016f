// The comparison is with a value of another word.
// run: --block 64 --arg a=zeros:2
__global__ void total(int *a)
{
    int old = a[1], assumed; // finds: race-war
    do {
        assumed = old;
        old = atomicCAS(&a[0], assumed, assumed + 1);
    } while (assumed != old);
    atomicAdd(&a[1], 1);
}
