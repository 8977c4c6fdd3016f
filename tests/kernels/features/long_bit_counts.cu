// __popcll, __clzll and __ffsll take 64 bits and give an int: counted for several warps at once.
// expect: out[0] == 0
// expect: out[1] == 64
// expect: out[2] == 0
// expect: out[126] == 3
// expect: out[127] == 26
// expect: out[128] == 34
// expect: out[285] == 12
// expect: out[286] == 25
// expect: out[287] == 1

__global__ void counts(int *out)
{
    int i = threadIdx.x;
    unsigned long long bits = (unsigned long long)i << 32 | (i & 1 ? i : 0);
    int *to = out + 3 * i;
    to[0] = __popcll(bits);
    to[1] = __clzll(bits);
    to[2] = __ffsll(bits);
}

int main()
{
    int *out;
    cudaMalloc(&out, 3 * 96 * sizeof(int));
    counts<<<1, 96>>>(out);
    cudaDeviceSynchronize();
}
