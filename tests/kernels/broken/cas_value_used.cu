// The value that was read for the comparison is written down, too, whether it was still true or not.
// run: --block 64 --arg sum=zeros:1 --arg seen=zeros:64
__global__ void total(int *sum, int *seen)
{
    int old = *sum, assumed; // finds: race-war
    seen[threadIdx.x] = old;
    do {
        assumed = old;
        old = atomicCAS(sum, assumed, assumed + 1);
    } while (assumed != old);
}
