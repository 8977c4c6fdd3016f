// <type_traits> and <limits>: questions about types, types made from types, limits.
// nvcc: no (it wants --expt-relaxed-constexpr)
// expect: out[0] == 6
// expect: out[1] == 1
// expect: out[2] == -2147483648
// expect: out[3] == 3
// expect: out[4] == 3.4028234663852886e+38
// expect: out[5] == 1.1920928955078125e-07
// expect: out[6] == 3
// expect: out[7] == 255
// expect: out[8] == 31
// expect: out[9] == 4
// expect: out[10] == 1
// expect: out[11] == 2

#include <limits>
#include <type_traits>

template <typename T> __device__ T lowest()
{
    if constexpr (std::is_same_v<T, float>)
        return -std::numeric_limits<T>::infinity();
    else if constexpr (std::is_same<T, int>::value)
        return std::numeric_limits<int>::min();
    else
        return T(0);
}

template <typename T> using sum_t = std::conditional_t<std::is_same_v<T, char>, int, float>;

template <typename T> __device__ std::enable_if_t<std::is_integral<T>::value, int> kind(T)
{
    return 1;
}

template <typename T> __device__ std::enable_if_t<std::is_floating_point_v<T>, int> kind(T)
{
    return 2;
}

template <typename T> __global__ void traits(float *out)
{
    constexpr auto count = 4;
    sum_t<T> sum = 0;
    for (auto i = 0; i < count; ++i)
        sum += i;
    out[0] = sum;
    out[1] = lowest<float>() < -std::numeric_limits<float>::max();
    out[2] = lowest<int>();
    out[3] = std::is_integral_v<int> + 2 * std::is_floating_point<T>::value;
    out[4] = std::numeric_limits<T>::max();
    out[5] = std::numeric_limits<T>::epsilon();
    std::remove_const_t<const T> part = 3;
    out[6] = part;
    out[7] = (std::make_unsigned_t<signed char>)-1;
    out[8] = std::numeric_limits<int>::digits;
    out[9] = sizeof(typename std::conditional<(sizeof(T) > 4), double, float>::type);
    out[10] = kind(3);
    out[11] = kind(3.0f);
}

int main()
{
    float *out;
    cudaMalloc(&out, 12 * sizeof(float));
    traits<float><<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
