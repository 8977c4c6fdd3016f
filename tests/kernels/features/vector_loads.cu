// float4 loads and stores by reinterpret_cast, on both sides of an assignment, into global, shared
// and own memory; one access of 16 bytes for each thread.
// check: transpose
// counts: global_load accesses 16
// counts: global_store accesses 64
// counts: shared_store accesses 16

#define N 8

__global__ void transpose(const float *in, float *out)
{
    __shared__ float tile[N][N];
    float own[4];

    int row = threadIdx.x / 2, col = threadIdx.x % 2 * 4;
    reinterpret_cast<float4 *>(&tile[row][col])[0] =
        reinterpret_cast<const float4 *>(&in[row * N + col])[0];
    __syncthreads();
    *reinterpret_cast<float4 *>(own) = *(float4 *)&tile[row][col];
    for (int i = 0; i < 4; ++i)
        out[(col + i) * N + row] = own[i];
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, N * N * sizeof(float));
    cudaMalloc(&out, N * N * sizeof(float));
    transpose<<<1, 16>>>(in, out);
    cudaDeviceSynchronize();
}
