// The length of an array comes from a function that only runs in the kernel.
// remedy: write the number itself
#define WIDTH 48
#define TILE min((int)ceil(WIDTH / 2.0), 16)

__global__ void k(float *out)
{
    float own[TILE]; // error: known when the kernel is compiled
    own[0] = threadIdx.x;
    out[threadIdx.x] = own[0];
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
