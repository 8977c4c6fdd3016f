// Threads disagree about the flag.
// run: --block 64 --arg found=zeros:1 --arg a=ints:64
__global__ void search(int *found, const int *a)
{
    if (a[threadIdx.x] > 5)
        *found = 1; // finds: race-waw
    else if (a[threadIdx.x] < 2)
        *found = 2; // finds: race-waw
}
