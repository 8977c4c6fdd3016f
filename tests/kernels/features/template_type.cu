// Template parameters that are types, in kernels and helpers, given or deduced.
// expect: out[0] == 2.5
// expect: out[1] == 3
// expect: out[2] == 7

template <typename T> __device__ T half_of(T x) { return x / 2; }

template <typename T, int N> __device__ T add(T x) { return x + (T)N; }

template <class T> __global__ void types(T *out)
{
    if (threadIdx.x == 0)
        out[0] = half_of(5.0f);
    else if (threadIdx.x == 1)
        out[1] = half_of<int>(7);
    else
        out[2] = add<T, 4>(half_of<T>(6));
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    types<float><<<1, 3>>>(out);
    cudaDeviceSynchronize();
}
