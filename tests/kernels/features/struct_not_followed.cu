// The struct comes from another file. Where its pointer leads is not known, so that nothing is found.
// counts: global_load requests 3
struct Image {
    float *pixels;
    int count;
};

__global__ void clear(const Image *image)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < image->count)
        image->pixels[i] = 0;
}

void clear_all(const Image *image)
{
    clear<<<2, 32>>>(image);
}
