// A grid that strides over its data, sizes from macros and global constants of the host, a tree of
// sums with while, and a switch over template arguments in the host code.
// expect: sums[0] == a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[8] * b[8] + a[9] * b[9]

#define least(a, b) (a < b ? a : b)

const int N = 10;
const int threads_per_block = 4;
const int blocks_per_grid = least(2, (N + threads_per_block - 1) / threads_per_block);

template <unsigned int block_size> __global__ void dot(const float *a, const float *b, float *sums)
{
    __shared__ float cache[block_size];
    int at = threadIdx.x + blockIdx.x * blockDim.x, own = threadIdx.x;
    float sum = 0;
    while (at < N) {
        sum += a[at] * b[at];
        at += blockDim.x * gridDim.x;
    }
    cache[own] = sum;
    __syncthreads();

    int i = blockDim.x / 2;
    while (i != 0) {
        if (own < i)
            cache[own] += cache[own + i];
        __syncthreads();
        i /= 2;
    }
    if (own == 0)
        sums[blockIdx.x] = cache[0];
}

void sketch()
{
    float *a, *b, *sums;
    cudaMalloc((void **)&a, N * sizeof(float));
    cudaMalloc((void **)&b, N * sizeof(float));
    cudaMalloc((void **)&sums, blocks_per_grid * sizeof(float));
    switch (threads_per_block) {
    case 8: dot<8><<<blocks_per_grid, 8>>>(a, b, sums); break;
    case 4: dot<4><<<blocks_per_grid, 4>>>(a, b, sums); break;
    case 2: dot<2><<<blocks_per_grid, 2>>>(a, b, sums); break;
    }
    cudaDeviceSynchronize();
}
