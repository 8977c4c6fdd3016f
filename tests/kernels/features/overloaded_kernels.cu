// Kernels of one name: a launch is of the one whose parameters its arguments fit.
// run: --launch 3
// expect: out[2] == 10

__global__ void scale(float *out, const float *in, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = 2 * in[threadIdx.x];
}

__global__ void scale(int *out, const int *in, int n, int by)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = by * in[threadIdx.x];
}

__global__ void scale(int *out, const int *in, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = in[threadIdx.x] + 7;
}

int main()
{
    int n = 4, whole[4] = {1, 2, 3, 4}, *a, *b;
    float part[4] = {1, 2, 3, 4}, *x, *y;
    cudaMalloc(&x, sizeof part);
    cudaMalloc(&y, sizeof part);
    cudaMalloc(&a, sizeof whole);
    cudaMalloc(&b, sizeof whole);
    cudaMemcpy(x, part, sizeof part, cudaMemcpyHostToDevice);
    cudaMemcpy(a, whole, sizeof whole, cudaMemcpyHostToDevice);
    scale<<<1, 32>>>(y, x, n);
    scale<<<1, 32>>>(b, a, n, 3);
    scale<<<1, 32>>>(b, a, n);
    cudaDeviceSynchronize();
}
