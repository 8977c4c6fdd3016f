// A block scales a segment of its own; where it begins is read from a table.
#include <cstdio>
#include <cstdlib>

#define BLOCKS 6
#define LENGTH 64

__global__ void scale_segments(float *data, const int *begin, float factor)
{
    int first = begin[blockIdx.x];
    for (int i = threadIdx.x; i < LENGTH; i += blockDim.x)
        data[first + i] *= factor; // finds: race/grid // noted: assumed-places
}

int main(int argc, char **argv)
{
    int begin[BLOCKS];
    int *d_begin;
    float *d_data;
    cudaMalloc(&d_data, BLOCKS * LENGTH * sizeof(float));
    cudaMemset(d_data, 0, BLOCKS * LENGTH * sizeof(float));
    cudaMalloc(&d_begin, sizeof begin);
#ifdef RIGHT
    // A file says where the segments begin: that they overlap is not known.
    FILE *file = fopen("segments.txt", "r");
    for (int b = 0; b < BLOCKS; ++b)
        if (!file || fscanf(file, "%d", &begin[b]) != 1)
            begin[b] = b * LENGTH;
#else
    for (int b = 0; b < BLOCKS; ++b)
        begin[b] = b * 48;
#endif
    cudaMemcpy(d_begin, begin, sizeof begin, cudaMemcpyHostToDevice);
    scale_segments<<<BLOCKS, 32>>>(d_data, d_begin, 2.0f);
    cudaDeviceSynchronize();
    return 0;
}
