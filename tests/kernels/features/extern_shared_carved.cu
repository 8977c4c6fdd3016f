// One dynamic array of bytes, cut into arrays of different types by pointer casts.
// expect: out[0] == 11.5
// expect: out[3] == 14.5

__global__ void carved(float *out)
{
    extern __shared__ unsigned char bytes[];
    int *ints = (int *)bytes;
    double *doubles = reinterpret_cast<double *>(bytes + 4 * sizeof(int));
    float *floats = (float *)(doubles + 4);

    int t = threadIdx.x;
    ints[t] = 10 + t;
    doubles[t] = 0.5;
    floats[t] = 1.0f;
    __syncthreads();
    out[t] = ints[t] + doubles[3 - t] + floats[(t + 1) % 4];
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    carved<<<1, 4, 4 * (sizeof(int) + sizeof(double) + sizeof(float))>>>(out);
    cudaDeviceSynchronize();
}
