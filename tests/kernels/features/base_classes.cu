// A struct with one base class: members, functions, constructors, and a base without data.
// expect: out[0] == 7
// expect: out[1] == 30
// expect: out[2] == 12
// expect: out[3] == 5
// expect: out[4] == 16

struct Mirror {
    __device__ static int mirror(int i, int n)
    {
        return i >= n ? 2 * n - 2 - i : i;
    }
};

template <typename T, int STEP> class Walk : protected Mirror
{
  protected:
    T at;
    int stride;
    __device__ void start(T from)
    {
        at = from;
        stride = STEP;
    }
};

template <typename T> struct Loader : public Walk<T, 2> {
    int loads = 0;
    __device__ void init(T from)
    {
        this->start(from);
    }
    __device__ T next(const T *in)
    {
        T value = in[this->mirror(this->at, 4)];
        this->at += this->stride;
        ++loads;
        return value;
    }
};

struct Point {
    int x, y;
    __device__ Point(int x, int y) : x(x), y(y) {}
    __device__ int sum() const
    {
        return x + y;
    }
};

struct Point3 : Point {
    int z;
    __device__ Point3(int x, int y, int z) : Point(x, y), z(z) {}
    __device__ int sum() const
    {
        return Point::sum() + z;
    }
};

__global__ void derived(int *out)
{
    int in[4] = {5, 10, 15, 20};
    Loader<int> loader;
    loader.init(1);
    int second = loader.next(in), fourth = loader.next(in), mirrored = loader.next(in);
    out[0] = loader.loads + 4;
    out[1] = second + fourth;
    out[3] = mirrored - 5;
    Point3 p(3, 4, 5);
    out[2] = p.sum();
    out[4] = p.x + p.sum() + (int)sizeof(Point3) - 11;
}

int main()
{
    int *out;
    cudaMalloc(&out, 5 * sizeof(int));
    derived<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
