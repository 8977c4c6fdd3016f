// Shifts that only look as if they went too far: the count is cut, checked, or not used.
// expect: out[0] == 1
// expect: out[5] == 63
// expect: out[31] == 4294967295
// expect: out[40] == 511
// expect: turned[1] == 3
// expect: turned[31] == 3221225472
// expect: high[3] == 8
// expect: high[40] == 1099511627776
__device__ unsigned turn(unsigned x, unsigned by)
{
    return (x << (by & 31)) | (x >> (-by & 31));
}

__global__ void k(unsigned *out, unsigned *turned, unsigned long long *high)
{
    int i = threadIdx.x, lane = threadIdx.x & 31;
    out[i] = lane == 31 ? 0xffffffffu : (1u << (lane + 1)) - 1;
    turned[i] = turn(1, i) | (lane > 0 ? 1u << lane - 1 : 0) | __funnelshift_l(1, 0, i);
    turned[i] |= i == 1 && 1 << i == 2 ? 1 : 0;
    turned[i] |= i < 32 && (5u >> i & 1) == 7;
    high[i] = 1ull << i;
    for (int width = 32; width; width >>= 1)
        high[i] |= ((unsigned long long)i >> 40) << width;
    unsigned char small = 1;
    small <<= 9 * (i > 63); // it is an int that is shifted
    high[i] += small - 1;
}

int main()
{
    unsigned *out, *turned;
    unsigned long long *high;
    cudaMalloc(&out, 64 * sizeof(unsigned));
    cudaMalloc(&turned, 64 * sizeof(unsigned));
    cudaMalloc(&high, 64 * sizeof(unsigned long long));
    k<<<1, 64>>>(out, turned, high);
}
