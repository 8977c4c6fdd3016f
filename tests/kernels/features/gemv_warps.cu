// A matrix times a vector, a row a warp, four elements a load.
// check: matmul
// counts: global_load accesses 8192
// counts: global_load sectors 4096
// counts: global_store requests 64
#define FULL_MASK 0xffffffffu

__device__ __forceinline__ float warp_reduce_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(FULL_MASK, v, o);
    return v;
}

__global__ void sgemv_warp(float *__restrict__ A, float *__restrict__ x, float *__restrict__ y, const int M, const int N)
{
    int laneId = threadIdx.x % warpSize;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row < M) {
        float res = 0;
        int kIteration = (N / warpSize) / 4;
        if (kIteration == 0) kIteration = 1;
        A = &A[row * N];
#pragma unroll
        for (int i = 0; i < kIteration; i++) {
            int current_col_vec = (i * warpSize + laneId);
            float4 current_val = reinterpret_cast<float4 *>(A)[current_col_vec];
            float4 current_x = reinterpret_cast<float4 *>(x)[current_col_vec];
            res += current_val.x * current_x.x;
            res += current_val.y * current_x.y;
            res += current_val.z * current_x.z;
            res += current_val.w * current_x.w;
        }
        res = warp_reduce_sum(res);
        if (laneId == 0) y[row] = res;
    }
}

void sketch()
{
    float *A, *v, *w;
    int M = 64, N = 256;
    cudaMalloc(&A, M * N * sizeof(float));
    cudaMalloc(&v, N * sizeof(float));
    cudaMalloc(&w, M * sizeof(float));
    dim3 dimGrid(M / 4);
    dim3 dimBlock(32, 4);
    sgemv_warp<<<dimGrid, dimBlock>>>(A, v, w, M, N);
    cudaDeviceSynchronize();
}
