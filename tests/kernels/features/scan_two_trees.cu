// A scan with two trees over one section, guarded by the section's size.
// expect: Y[0] == X[0]
// expect: Y[2] == X[0] + X[1] + X[2]
// counts: global_load accesses 128
#define SECTION_SIZE 64
__global__ void Brent_Kung_scan_kernel(float *X, float *Y, unsigned int N)
{
    __shared__ float XY[2 * SECTION_SIZE];
    unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) XY[threadIdx.x] = X[i];
    if (i + blockDim.x < N) XY[threadIdx.x + blockDim.x] = X[i + blockDim.x];
    for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < 2 * SECTION_SIZE) {
            XY[index] += XY[index - stride];
        }
    }
    for (int stride = SECTION_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < 2 * SECTION_SIZE) {
            XY[index + stride] += XY[index];
        }
    }
    __syncthreads();
    if (i < N) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    Brent_Kung_scan_kernel<<<1, SECTION_SIZE>>>(in, out, 128);
    cudaDeviceSynchronize();
}
