// What this kernel does on the GPU is up to the test double of the driver: see FAKE_MOOD there.
extern "C" __global__ void moody(float *a, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * factor;
}
