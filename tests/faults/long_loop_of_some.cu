// Half of a warp works for long before a barrier. Where the limit of steps stops the warp, its other
// half does not reach the barrier either: that is the limit's doing, and no fault.
__global__ void produce(const int *limits, int *out)
{
    __shared__ int found[24];
    if (threadIdx.x < 24) {
        int sum = 0;
        for (int i = 0; i < limits[threadIdx.x];) { // finds: step-limit // noted: long-loop
            sum += i & 3;
#ifdef RIGHT
            ++i;
#endif
        }
        found[threadIdx.x] = sum;
    }
    __syncthreads();
    if (threadIdx.x >= 24)
        out[threadIdx.x - 24] = found[threadIdx.x - 24];
}

int main()
{
    int host[24], *limits, *out;
    for (int i = 0; i < 24; ++i)
        host[i] = 100000 + i;
    cudaMalloc(&limits, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(limits, host, sizeof host, cudaMemcpyHostToDevice);
    produce<<<1, 48>>>(limits, out);
}
