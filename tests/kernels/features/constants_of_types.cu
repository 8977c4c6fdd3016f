// A constant of a type is an argument of a template, as types are.
// expect: out[3] == 100 * in[3] + 9
template <typename T> struct Width {
    static constexpr int bits = 8 * sizeof(T);
};

template <int N> __device__ float times(float x)
{
    return N * x;
}

template <typename T> __device__ float scaled(T x)
{
    return times<Width<T>::bits>(x) + times<Width<double>::bits + 4>(x);
}

template <typename T, int N> struct Row {
    T items[N];
};

__global__ void constants(const float *in, float *out)
{
    Row<float, Width<char>::bits + 2> row;
    row.items[Width<char>::bits + 1] = threadIdx.x + 6;
    out[threadIdx.x] = scaled(in[threadIdx.x]) + row.items[9];
}

void sketch()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    constants<<<1, 64>>>(d_in, d_out);
}
