// Shared scalars and arrays of one, two and three dimensions, declared anywhere in the body.
// expect: out[0] == 100
// expect: out[5] == 105
// expect: out[7] == 207

__global__ void shared_arrays(int *out)
{
    __shared__ int flat[8];
    int t = threadIdx.x;
    flat[t] = t;
    __shared__ int square[2][4];
    square[t / 4][t % 4] = 100;
    {
        __shared__ int cube[2][2][2];
        cube[t >> 2][(t >> 1) & 1][t & 1] = t == 7 ? 100 : 0;
        __shared__ int one;
        if (t == 0)
            one = 1;
        __syncthreads();
        out[t] = one * flat[t] + square[t / 4][t % 4] + cube[t / 4][t / 2 % 2][t % 2];
    }
}

int main()
{
    int *out;
    cudaMalloc(&out, 8 * sizeof(int));
    shared_arrays<<<1, 8>>>(out);
    cudaDeviceSynchronize();
}
