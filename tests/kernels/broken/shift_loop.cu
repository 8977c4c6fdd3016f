// The bits of a word from the highest to the lowest, one too many; and a shift by less than none.
#include <vector>

__global__ void reversed(const unsigned *in, unsigned *out, long long *wide, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned r = 0, x = in[i];
    for (int bit = 0; bit <= 32; ++bit)
        r = r << 1 | (x >> bit & 1); // finds: shift-range 24
    out[i] = r;
    out[i] >>= i - 4; // finds: shift-range 4
    wide[i] = 1ll << (i + 60); // finds: shift-range 20
    if (i < 16 && 1 << (i + 17)) // finds: shift-range 1
        wide[i] += i < 8 ? 5 >> (24 + i) : 0;
    wide[i] += 1 << 32; // finds: shift-range 24
}

int main()
{
    int n = 24;
    std::vector<unsigned> in(n, 0xf0f0f0f1u);
    unsigned *d_in, *d_out;
    long long *d_wide;
    cudaMalloc(&d_in, n * sizeof(unsigned));
    cudaMalloc(&d_out, n * sizeof(unsigned));
    cudaMalloc(&d_wide, n * sizeof(long long));
    cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    reversed<<<3, 8>>>(d_in, d_out, d_wide, n);
    cudaDeviceSynchronize();
}
