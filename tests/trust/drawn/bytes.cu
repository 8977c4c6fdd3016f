__global__ void bytes(const unsigned char *in, unsigned char *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = in[i] + 1;
}
void sketch() { unsigned char *in, *out; cudaMalloc(&in, 16); cudaMalloc(&out, 16); bytes<<<1, 16>>>(in, out, 13); }
