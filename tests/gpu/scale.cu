// The kernel that the test double of the driver can run, under its own name.
extern "C" __global__ void scale(float *a, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * factor;
}
