// threadIdx, blockIdx, blockDim and gridDim in three dimensions, warpSize.
// expect: out[0] == 32
// expect: out[1] == 1
// expect: out[23] == 23
// expect: out[47] == 47

__global__ void indices(int *out)
{
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    out[i] = i == 0 ? warpSize : i;
}

int main()
{
    int *out;
    cudaMalloc(&out, 48 * sizeof(int));
    indices<<<dim3(1, 2, 3), dim3(2, 2, 2)>>>(out);
    cudaDeviceSynchronize();
}
