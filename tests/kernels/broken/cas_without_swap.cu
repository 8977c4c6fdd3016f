// An addition that reads and writes plainly, though others add by atomicCAS.
// run: --block 64 --arg sum=zeros:1
__global__ void total(int *sum)
{
    if (threadIdx.x < 32) {
        int old = *sum, assumed; // finds: race-war, compare-and-swap
        do {
            assumed = old;
            old = atomicCAS(sum, assumed, assumed + 1); // finds: race-raw, race-waw
        } while (assumed != old);
    } else {
        *sum = *sum + 1; // finds: race-war, race-waw
    }
}
