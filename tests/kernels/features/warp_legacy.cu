// Shuffles and votes as they were before CUDA 9: without a mask.
// nvcc: no
// expect: out[0] == 120
// expect: out[1] == 1

__global__ void warp(int *out)
{
    int sum = threadIdx.x;
    for (int offset = 8; offset > 0; offset >>= 1)
        sum += __shfl_down(sum, offset, 16);
    int same = __shfl(sum, 0, 16) == 120 || __any(threadIdx.x > 15);
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = same;
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 2 * sizeof(int));
    warp<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
