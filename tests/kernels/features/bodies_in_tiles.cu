// Bodies as float4 in tiles; void pointers, and shared memory that kernel and helper both declare.
// counts: global_load accesses 192
// counts: global_load sectors 96
// counts: shared_load wavefronts 512
#define SOFTENING 1e-9f

__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float distSixth = distSqr * distSqr * distSqr;
    float invDistCube = 1.0f / sqrtf(distSixth);
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

__device__ float3 tile_calculation(float4 myPosition, float3 accel)
{
    extern __shared__ float4 shPosition[];
    for (int i = 0; i < blockDim.x; i++) accel = bodyBodyInteraction(myPosition, shPosition[i], accel);
    return accel;
}

__global__ void calculate_forces(void *devX, void *devA, int N)
{
    extern __shared__ float4 shPosition[];
    float4 *globalX = (float4 *)devX;
    float4 *globalA = (float4 *)devA;
    float4 myPosition;
    int i, tile;
    float3 acc = {0.0f, 0.0f, 0.0f};
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    myPosition = globalX[gtid];
    for (i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = globalX[idx];
        __syncthreads();
        acc = tile_calculation(myPosition, acc);
        __syncthreads();
    }
    float4 acc4 = {acc.x, acc.y, acc.z, 0.0f};
    globalA[gtid] = acc4;
}

void sketch()
{
    float4 *x4, *a4;
    cudaMalloc(&x4, 64 * sizeof(float4));
    cudaMalloc(&a4, 64 * sizeof(float4));
    calculate_forces<<<64 / 32, 32, 32 * sizeof(float4)>>>(x4, a4, 64);
    cudaDeviceSynchronize();
}
