// Reading from a texture.

__global__ void k(float *out)
{
    out[threadIdx.x] = tex2D<float>(0, 1.0f, 1.0f); // error: textures are not supported
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
