// Several kernels and launches in one file; --kernel chooses.
// run: --kernel second
// expect: out[1] == 22

__global__ void first(int *out) { out[threadIdx.x] = 1; }
__global__ void second(int *out, int n) { out[threadIdx.x] = n + threadIdx.x; }
__global__ void second_fast(int *out, int n) { out[threadIdx.x] = n; }

int main()
{
    int *out, n = 21;
    cudaMalloc(&out, 4 * sizeof(int));
    first<<<1, 4>>>(out);
    second<<<1, 4>>>(out, n);
    second_fast<<<1, 2>>>(out, n);
    cudaDeviceSynchronize();
}
