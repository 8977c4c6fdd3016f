// A reinterpret_cast that drops const.

__global__ void k(const float *in, float *out)
{
    float4 v = reinterpret_cast<float4 *>(&in[0])[0]; // error: const
    out[threadIdx.x] = v.x;
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    k<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
}
