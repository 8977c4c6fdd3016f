// Textures.

__global__ void k(float *out, cudaTextureObject_t texture) // error: textures are not supported
{
    out[threadIdx.x] = tex2D<float>(texture, 1, 1);
}
