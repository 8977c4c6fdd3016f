// if constexpr: only one branch is compiled.
// expect: out[1] == 4

template <typename T> __global__ void choose(T *out)
{
    if constexpr (sizeof(T) == 4)
        out[threadIdx.x] = 4;
    else
        out[threadIdx.x] = 8;
}

int main()
{
    float *out;
    cudaMalloc(&out, 2 * sizeof(float));
    choose<float><<<1, 2>>>(out);
    cudaDeviceSynchronize();
}
