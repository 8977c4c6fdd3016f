// A kernel called as functions of CUDA are: a compiler needs its parameters
// to know which is meant.
// expect: y[3] == 12

__global__ void norm(const float *__restrict__ x, float *y,
                     int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 3 * x[i];
}

int main()
{
    int n = 4;
    float host[4] = {1, 2, 3, 4}, *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    norm<<<1, 32>>>(x, y, n);
    cudaDeviceSynchronize();
}
