// Templates of constants, aliases that are templates, defaults of a kernel's parameters, attributes
// behind __global__.
// expect: out[0] == 3.140625
// expect: out[1] == 32
// expect: out[2] == 12
// expect: out[3] == 7.5

template <typename T> constexpr T pi = T(3.140625);
template <int N> constexpr int squared = N * N;
template <typename T, int N = 3> using Row = T[N];

template <typename T>
__global__ void __launch_bounds__(squared<4>, 2) constants(T *out, T by = 0.5f, int count = 15)
{
    Row<float> row;
    out[0] = pi<T>;
    out[1] = squared<5> + 7;
    out[2] = sizeof(row);
    out[3] = by * count;
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    constants<float><<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
