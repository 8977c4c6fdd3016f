// Four floats at a time, from an address that is no multiple of 16 bytes.
#include <cstdio>

__global__ void copy4(const float *in, float *out, int first)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float4 v = *reinterpret_cast<const float4 *>(in + first + i); // finds: misaligned
    out[i] = v.x + v.y;
    out[i + 1] = v.y + v.z;
    out[i + 2] = v.z + v.w;
    out[i + 3] = v.w;
}

int main()
{
    float h[264], *in, *out;
    for (int i = 0; i < 264; ++i)
        h[i] = i % 12;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef RIGHT
    copy4<<<2, 32>>>(in, out, 4);
#else
    copy4<<<2, 32>>>(in, out, 1);
#endif
    cudaMemcpy(h, out, 256 * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; ++i)
        printf("%g ", h[i]);
}
