// A __shared__ array declared inside a loop is one array of the block, not one for each pass.
// expect: out[0] == 6
// expect: out[3] == 6

__global__ void inside(int *out)
{
    int t = threadIdx.x, sum = 0;
    for (int pass = 0; pass < 3; ++pass) {
        __shared__ int kept[4];
        if (pass == 0)
            kept[t] = 2;
        __syncthreads();
        sum += kept[3 - t];
        __syncthreads();
    }
    out[t] = sum;
}

int main()
{
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    inside<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
