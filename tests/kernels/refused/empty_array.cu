// A tile whose size came out as 0.

#define T 0

__global__ void k(float *out)
{
    __shared__ float s[T][T]; // error: an array without elements
    out[threadIdx.x] = s[0][0];
}

int main()
{
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
}
