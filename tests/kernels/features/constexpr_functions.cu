// constexpr functions where a number has to be known: lengths of arrays, arguments of templates,
// conditions of if constexpr; with loops, and calling themselves.
// expect: out[0] == 24
// expect: out[1] == 4
// expect: out[2] == 15
// expect: out[3] == 5
// expect: out[4] == 6
// expect: out[5] == 128
// expect: out[6] == 3
// expect: out[7] == 16

constexpr int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}

constexpr int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

__host__ __device__ constexpr unsigned log2_of(unsigned n)
{
    unsigned bits = 0;
    while (n >>= 1)
        ++bits;
    return bits;
}

template <typename T> constexpr T sum_to(T n)
{
    T sum = 0;
    for (T i = 1; i <= n; ++i) {
        if (i == 100)
            break;
        sum += i;
    }
    return sum;
}

template <int N> struct Values {
    int items[N];
    __device__ constexpr int size() const { return N; }
    static constexpr int bytes() { return N * (int)sizeof(int); }
};

constexpr auto WIDTH = 4u;
constexpr auto TILE = WIDTH * WIDTH;

__global__ void functions(float *out)
{
    __shared__ float tile[ceil_div(100, 32)][Values<8>::bytes() / 4];
    Values<factorial(3)> values;
    float own[log2_of(32)];
    tile[threadIdx.x % 4][0] = 1;
    if (threadIdx.x > 0)
        return;
    out[0] = factorial(4);
    out[1] = sizeof(tile) / sizeof(tile[0]);
    out[2] = sum_to(5);
    out[3] = sizeof(own) / sizeof(float);
    out[4] = values.size();
    out[5] = sizeof(tile);
    if constexpr (log2_of(8) == 3)
        out[6] = log2_of(gridDim.x * 8); // and one that is computed when the kernel runs
    else
        out[6] = 0;
    out[7] = TILE;
}

int main()
{
    float *out;
    cudaMalloc(&out, 8 * sizeof(float));
    functions<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
