/* Names of device code that code for host and device may mention: kernels' own bodies are left out
 * before the host part is compiled. None of these runs on the host, so most are only declared. */
#pragma once

extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;

#define TILESTEP_DEVICE extern __attribute__((host)) __attribute__((device))
TILESTEP_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu);
TILESTEP_DEVICE void __threadfence();
TILESTEP_DEVICE void __threadfence_block();
TILESTEP_DEVICE void __threadfence_system();
TILESTEP_DEVICE long long clock64();
TILESTEP_DEVICE void __trap();
TILESTEP_DEVICE void __brkpt();
TILESTEP_DEVICE void __nanosleep(unsigned int nanoseconds);
template <class T, class Value> TILESTEP_DEVICE T atomicAdd(T *at, Value value);
template <class T, class Value> TILESTEP_DEVICE T atomicSub(T *at, Value value);
template <class T, class Value> TILESTEP_DEVICE T atomicMin(T *at, Value value);
template <class T, class Value> TILESTEP_DEVICE T atomicMax(T *at, Value value);
template <class T, class Value> TILESTEP_DEVICE T atomicExch(T *at, Value value);
template <class T, class Old, class New> TILESTEP_DEVICE T atomicCAS(T *at, Old compare, New value);
template <class T> TILESTEP_DEVICE T __ldg(const T *at);
template <class T> TILESTEP_DEVICE T __shfl_sync(unsigned int, T, int, int = 32);
template <class T> TILESTEP_DEVICE T __shfl_xor_sync(unsigned int, T, int, int = 32);
template <class T> TILESTEP_DEVICE T __shfl_up_sync(unsigned int, T, unsigned int, int = 32);
template <class T> TILESTEP_DEVICE T __shfl_down_sync(unsigned int, T, unsigned int, int = 32);

/* The mathematics that CUDA has on the host, too. */
#define TILESTEP_MATH static inline __attribute__((host)) __attribute__((device))
/* Templates, so that a program's own functions of these names are better matches. */
template <class Left, class Right> struct tilestep_common {
    typedef
        typename std::enable_if<std::is_arithmetic<Left>::value && std::is_arithmetic<Right>::value,
                                typename std::common_type<Left, Right>::type>::type type;
};
template <class Left, class Right>
TILESTEP_MATH typename tilestep_common<Left, Right>::type min(Left a, Right b)
{
    typename tilestep_common<Left, Right>::type x = a, y = b;
    return y < x ? y : x;
}
template <class Left, class Right>
TILESTEP_MATH typename tilestep_common<Left, Right>::type max(Left a, Right b)
{
    typename tilestep_common<Left, Right>::type x = a, y = b;
    return x < y ? y : x;
}
TILESTEP_MATH float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}
TILESTEP_MATH double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}
TILESTEP_MATH float __fdividef(float x, float y)
{
    return x / y;
}
