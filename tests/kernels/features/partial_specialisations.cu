// Struct templates written once more for some of their arguments; types declared in a struct; a
// type told from a pointer to const.
// expect: out[0] == 6
// expect: out[1] == 2
// expect: out[2] == 1
// expect: out[3] == 0
// expect: out[4] == 2
// expect: out[5] == 3
// expect: out[6] == 12
// expect: out[7] == 10
// expect: out[8] == 7
// expect: out[9] == 16
// expect: out[10] == 5
// expect: out[11] == 4

template <typename T> struct vec4;
template <> struct vec4<float> {
    typedef float4 Type;
};
template <> struct vec4<double> {
    using Type = double4;
};

template <typename T, int N> struct Scaled {
    static __device__ T get(T x)
    {
        return x;
    }
};
template <int N> struct Scaled<float, N> {
    enum { FACTOR = N };
    static __device__ float get(float x)
    {
        return x * N;
    }
};
template <typename T> struct Scaled<T, 1> {
    static __device__ T get(T x)
    {
        return x + 1;
    }
};

template <typename T> struct Kind {
    static const int value = 0;
};
template <typename T> struct Kind<T *> {
    static const int value = 1;
    typedef T Target;
};
template <typename T> struct Kind<const T *> {
    static const int value = 2;
    typedef T Target;
};

template <typename A, typename B> struct Same {
    static constexpr bool value = false;
};
template <typename A> struct Same<A, A> {
    static constexpr bool value = true;
};

struct Sizes {
    typedef unsigned short Short;
    template <int N> struct Tile {
        float values[N];
    };
};

template <typename P> __device__ typename Kind<P>::Target first(P p)
{
    typename Kind<P>::Target copy = *p;
    copy += 1; // not const, though P points to const
    return copy;
}

template <typename T> __device__ T sum(const T *values, int count)
{
    T total = 0;
    for (int i = 0; i < count; ++i)
        total += values[i];
    return total;
}

template <typename T> __global__ void specialised(T *out, const T *in)
{
    typename vec4<T>::Type quad = *(const typename vec4<T>::Type *)in;
    out[0] = Scaled<T, 3>::get(quad.x) + Scaled<int, 3>::get(1) + (int)Scaled<T, 3>::FACTOR - 1;
    out[1] = Scaled<int, 1>::get(1);
    out[2] = Kind<T *>::value;
    out[3] = Kind<T>::value;
    out[4] = Kind<const T *>::value;
    out[5] = Same<T, float>::value + Same<T, typename Kind<const T *>::Target>::value +
             !Same<T, int>::value;
    out[6] = sizeof(typename vec4<T>::Type) - sizeof(Sizes::Tile<1>);
    out[7] = sum(in, 4);
    out[8] = Sizes::Short(65536 + 7);
    out[9] = sizeof(Sizes::Tile<4>);
    Sizes::Short five = 5;
    out[10] = five;
    out[11] = first(in + 2);
}

int main()
{
    float host[4] = {1, 2, 3, 4}, *out, *in;
    cudaMalloc(&out, 12 * sizeof(float));
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    specialised<float><<<1, 1>>>(out, in);
    cudaDeviceSynchronize();
}
