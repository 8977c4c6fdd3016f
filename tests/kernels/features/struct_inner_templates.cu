// Templates of structs inside a struct template, deduced numbers among their arguments, and what
// they see of the struct around them.
// expect: out[0] == 11
// expect: out[1] == 4
// expect: out[2] == 1
// expect: out[3] == 8

template <int WIDTH> class Window
{
  private:
    template <bool CHECKED> struct Column {
        int values[WIDTH];
        int offset;
        __device__ int last() const
        {
            return CHECKED ? values[WIDTH - 1] : 0;
        }
    };
    struct Twice {
        __device__ int operator()(int x) const
        {
            return 2 * x;
        }
    };
    enum { STRIDE = WIDTH + 1 };

    template <bool CHECKED> __device__ static void fill(Column<CHECKED> &column, int by)
    {
        for (int i = 0; i < WIDTH; ++i)
            column.values[i] = i;
        column.offset = by;
    }

    template <typename F> __device__ static int apply(const F &f, int x)
    {
        return f(x);
    }

  public:
    template <bool CHECKED> __device__ static int run(int *out)
    {
        Column<CHECKED> column;
        fill(column, STRIDE);
        out[1] = apply(Twice(), 2);
        return column.last() + column.offset;
    }
};

template <int N> struct Bytes {
    enum { COUNT = 8 * N };
};

template <int N> __device__ int count(Bytes<N>)
{
    return Bytes<N>::COUNT;
}

__global__ void windows(int *out)
{
    typedef Bytes<1> One;
    out[0] = Window<5>::run<true>(out) + 1;
    out[2] = Window<5>::run<false>(out) == 6;
    out[3] = count(One()) + One::COUNT - 8;
    Window<4>::run<true>(out);
}

int main()
{
    int *out;
    cudaMalloc(&out, 4 * sizeof(int));
    windows<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
