// A variable that is a template, and no constant.
template <typename T> __device__ T zero;

__global__ void k(float *out)
{
    out[threadIdx.x] = zero<float>; // error: is a template of a variable
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
