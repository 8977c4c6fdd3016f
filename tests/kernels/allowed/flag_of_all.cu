// Whoever finds something says so, and all threads write the answer.
// run: --block 64 --arg found=zeros:1 --arg a=ints:64
__global__ void search(int *found, const int *a)
{
    __shared__ int any;
    any = 0; // finds: equal-values 2016
    __syncthreads();
    if (a[threadIdx.x] > 5)
        any = 1; // finds: equal-values
    __syncthreads();
    *found = any; // finds: equal-values 2016
}
