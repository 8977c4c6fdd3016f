// The mask of the lanes up to this one, for all lanes but the last: it shifts by 32.
#include <vector>

__global__ void ranks(const int *flags, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned below = (1u << (i % 32 + 1)) - 1; // finds: shift-range 2
    unsigned bits = 0;
    for (int j = 0; j < 32; ++j)
        bits |= (unsigned)(flags[j] & 1) << j;
    if (i < n)
        out[i] = __popc(bits & below);
}

int main()
{
    int n = 64;
    std::vector<int> flags(n, 1);
    int *d_flags, *d_out;
    cudaMalloc(&d_flags, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_flags, flags.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    ranks<<<2, 32>>>(d_flags, d_out, n);
    cudaDeviceSynchronize();
}
