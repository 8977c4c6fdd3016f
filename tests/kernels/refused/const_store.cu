// A store to what is const.

__global__ void k(const float *out)
{
    out[threadIdx.x] = 1; // error: const
}
