// Constant memory is read a word at a time: what counts is how many words a warp asks for. Only a
// pointer that may lead elsewhere as well makes a load of global memory. An H200 was measured so.
// expect: out[0] == 5 * in[0] + 12
// counts: constant_load accesses 1152
// counts: constant_load bytes 4608
// counts: constant_load requests 36
// counts: constant_load words 176
// counts: global_load requests 8
// counts: global_load sectors 32
__constant__ float mask[64] = {1, 2, 3, 4};

__device__ float third(const float *from) { return from[2]; }

__global__ void reads(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = mask[threadIdx.x];     // 32 words a warp
    sum += mask[threadIdx.x / 8];      // 4
    sum += third(mask);                // 1
    const float *p = mask + 1;
    for (int k = 0; k < 3; ++k)        // 1 each
        sum += *p++;
    p = mask;
    float first = p[threadIdx.x % 2];  // 2
    const float *either = n ? in : mask;
    sum += either[i];                  // global memory
    sum += first * in[i] * 4;         // global memory
    sum -= mask[0] + mask[0];          // 1 each
    out[i] = sum;
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    reads<<<2, 64>>>(in, out, 128);
    cudaDeviceSynchronize();
}
