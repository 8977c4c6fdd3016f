// A length field in a packet of 7 bytes, read as an int where it does not lie as one.
#include <cstdio>

__global__ void lengths(const unsigned char *packets, unsigned int *length, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    const unsigned char *p = packets + 7 * i + 1;
#ifdef RIGHT
    length[i] = p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24;
#else
    length[i] = *(const unsigned int *)p; // finds: misaligned
#endif
}

int main()
{
    const int n = 30;
    unsigned char h[7 * n], *packets;
    unsigned int result[n], *length;
    for (int i = 0; i < 7 * n; ++i)
        h[i] = i % 100;
    cudaMalloc(&packets, sizeof h);
    cudaMalloc(&length, sizeof result);
    cudaMemcpy(packets, h, sizeof h, cudaMemcpyHostToDevice);
    lengths<<<1, 32>>>(packets, length, n);
    cudaMemcpy(result, length, sizeof result, cudaMemcpyDeviceToHost);
    for (unsigned int v : result)
        printf("%u ", v);
}
