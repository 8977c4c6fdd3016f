// Blocks count in a table of bytes: two bytes of one word do not race, the same byte does.

__global__ void count(const int *in, unsigned char *bins, unsigned char *own)
{
    int i = blockIdx.x;
    bins[i / 2] += 1; // finds: race-war 4, race-waw 2
    own[i] = i;
}

int main()
{
    int *in;
    unsigned char *bins, *own;
    cudaMalloc(&in, 4 * sizeof(int));
    cudaMalloc(&bins, 4);
    cudaMalloc(&own, 4);
    cudaMemset(bins, 0, 4);
    count<<<4, 1>>>(in, bins, own);
    cudaDeviceSynchronize();
}
