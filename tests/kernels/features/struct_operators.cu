// Operators of structs, in them and outside; objects that are called like functions.
// expect: out[0] == 9
// expect: out[1] == 12
// expect: out[2] == 1
// expect: out[3] == 12
// expect: out[4] == 5
// expect: out[5] == 42

struct Pair {
    float a, b;
    __device__ Pair &operator+=(const Pair &other)
    {
        a += other.a;
        b += other.b;
        return *this;
    }
    __device__ bool operator==(const Pair &other) const { return a == other.a && b == other.b; }
    __device__ Pair operator-() const { return Pair{-a, -b}; }
    __device__ float &operator[](int i) { return i == 0 ? a : b; }
    __device__ operator float() const { return a + b; }
};

__device__ Pair operator+(Pair x, Pair y)
{
    Pair z = {x.a + y.a, x.b + y.b};
    return z;
}

inline __device__ float4 operator*(float4 a, float b)
{
    return make_float4(a.x * b, a.y * b, a.z * b, a.w * b);
}

template <typename T> struct Maximum {
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

struct Plus {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};

template <typename T, typename Op> __device__ T fold(const T *values, int n, Op op)
{
    T result = values[0];
    for (int i = 1; i < n; ++i)
        result = op(result, values[i]);
    return result;
}

__global__ void operators(float *out, Plus plus)
{
    Pair p = {1, 2}, q = p + p;
    q += p;
    q[1] = 9 + -p.a + 1;
    if (threadIdx.x)
        return;
    float values[3] = {3, 5, 4};
    float four = (make_float4(1, 2, 3, 4) * 3.0f).w;
    out[0] = q.b;
    out[1] = q;
    out[2] = -p == Pair{-1, -2};
    out[3] = fold(values, 3, plus);
    out[4] = fold(values, 3, Maximum<float>());
    out[5] = plus(30.0f, four);
}

int main()
{
    float *out;
    cudaMalloc(&out, 6 * sizeof(float));
    operators<<<1, 32>>>(out, Plus());
    cudaDeviceSynchronize();
}
