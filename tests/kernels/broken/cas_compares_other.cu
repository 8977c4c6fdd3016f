// What is compared is not what was read: the new value is made of a stale one.
// run: --block 64 --arg sum=zeros:1
__global__ void total(int *sum)
{
    int old = *sum; // finds: race-war
    atomicCAS(sum, 0, old + 1);
}
