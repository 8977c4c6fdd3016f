// A comma between template arguments does not part two variables: double4 stays a type of 32 bytes.
// counts: global_load bytes 8192
// expect: out[1023] == in[1023]

template <typename S, typename T> __global__ void copy(const T *in, T *out, S n)
{
    S i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

template <typename S, typename T> float timed(S n)
{
    T *in, *out;
    cudaMalloc(&in, n * sizeof(double4));
    cudaMalloc(&out, n * sizeof(T));
    copy<S, T><<<(n + 63) / 64, 64>>>(in, out, n);
    return 0;
}

void sketch()
{
    float time = timed<int, double4>(256), again = 0;
    return time < again;
}
