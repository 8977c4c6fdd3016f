/* What CUDA's headers define and what can be said in CUDA C itself. Read before every file; a
 * definition in the file wins over one here. */
#include "lang/text/prelude.h"

#define ONE_FLOAT(name, body)                                                                      \
    "__device__ float " name "f(float x) { return " body "; }\n"                                   \
    "__device__ float " name "(float x) { return " body "; }\n"                                    \
    "__device__ double " name "(double x) { return " body "; }\n"

#define HALF_MATH(T, name, body) "__device__ " T " " name "(" T " a) { return (" T ")" body "; }\n"

/* What CUDA overloads for half and for bfloat16; T2 is the pair of two T. */
#define HALF_FUNCTIONS(T, T2)                                                                      \
    "__device__ bool __hlt(" T " a, " T " b) { return a < b; }\n"                                  \
    "__device__ bool __hgt(" T " a, " T " b) { return a > b; }\n"                                  \
    "__device__ bool __hle(" T " a, " T " b) { return a <= b; }\n"                                 \
    "__device__ bool __hge(" T " a, " T " b) { return a >= b; }\n"                                 \
    "__device__ bool __heq(" T " a, " T " b) { return a == b; }\n"                                 \
    "__device__ bool __hne(" T " a, " T " b) { return a < b || a > b; }\n"                         \
    "__device__ bool __hisnan(" T                                                                  \
    " a) { return a != a; }\n" HALF_MATH(T, "hsqrt", "sqrtf((float)a)") HALF_MATH(                 \
        T, "hrsqrt", "rsqrtf((float)a)") HALF_MATH(T, "hrcp", "(1.0f / (float)a)")                 \
        HALF_MATH(T, "hexp", "expf((float)a)") HALF_MATH(T, "hexp2", "exp2f((float)a)") HALF_MATH( \
            T, "hlog", "logf((float)a)") HALF_MATH(T, "hlog2", "log2f((float)a)")                  \
            HALF_MATH(T, "hsin", "sinf((float)a)") HALF_MATH(T, "hcos", "cosf((float)a)")          \
                HALF_MATH(T, "htanh", "tanhf((float)a)")                                           \
                    HALF_MATH(T, "hfloor", "floorf((float)a)") HALF_MATH(                          \
                        T, "hceil",                                                                \
                        "ceilf((float)a)") "__device__ float __low2float(" T2                      \
                                           " a) { return (float)a.x; }\n"                          \
                                           "__device__ float __high2float(" T2                     \
                                           " a) { return (float)a.y; }\n"                          \
                                           "__device__ " T2 " __hadd2(" T2 " a, " T2               \
                                           " b) { return " T2 "(a.x + b.x, a.y + b.y); }\n"        \
                                           "__device__ " T2 " __hsub2(" T2 " a, " T2               \
                                           " b) { return " T2 "(a.x - b.x, a.y - b.y); }\n"        \
                                           "__device__ " T2 " __hmul2(" T2 " a, " T2               \
                                           " b) { return " T2 "(a.x * b.x, a.y * b.y); }\n"        \
                                           "__device__ " T2 " __h2div(" T2 " a, " T2               \
                                           " b) { return " T2 "(a.x / b.x, a.y / b.y); }\n"        \
                                           "__device__ " T2 " __hmax2(" T2 " a, " T2 " b) {\n"     \
                                           "    return " T2                                        \
                                           "(__hmax(a.x, b.x), __hmax(a.y, b.y)); }\n"             \
                                           "__device__ " T2 " __hmin2(" T2 " a, " T2 " b) {\n"     \
                                           "    return " T2                                        \
                                           "(__hmin(a.x, b.x), __hmin(a.y, b.y)); }\n"             \
                                           "__device__ " T2 " __hneg2(" T2 " a) { return " T2      \
                                           "(__hneg(a.x), __hneg(a.y)); }\n"                       \
                                           "__device__ " T2 " __habs2(" T2 " a) { return " T2      \
                                           "(__habs(a.x), __habs(a.y)); }\n"                       \
                                           "__device__ " T2 " __hfma2(" T2 " a, " T2 " b, " T2     \
                                           " c) {\n"                                               \
                                           "    return " T2                                        \
                                           "(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }\n"

/* clang-format off */
const char prelude_text[] =
    "constexpr int INT_MAX = 2147483647, INT_MIN = -2147483647 - 1;\n"
    "constexpr unsigned int UINT_MAX = 4294967295u;\n"
    "constexpr int CHAR_BIT = 8, SHRT_MAX = 32767, UCHAR_MAX = 255;\n"
    "constexpr long long LLONG_MAX = 9223372036854775807ll, LONG_MAX = 9223372036854775807ll;\n"
    "constexpr float FLT_MAX = 3.402823466e+38f, FLT_MIN = 1.175494351e-38f;\n"
    "constexpr float FLT_EPSILON = 1.192092896e-07f;\n"
    "constexpr float HUGE_VALF = 1e39, INFINITY = 1e39, CUDART_INF_F = 1e39;\n"
    "constexpr float NAN = -(1e999 - 1e999), CUDART_NAN_F = INFINITY - INFINITY;\n"
    "constexpr double CUDART_NAN = 1e999 - 1e999, CUDART_INF = 1e999;\n"
    "constexpr double DBL_MAX = 1.7976931348623157e+308, DBL_EPSILON = 2.220446049250313e-16;\n"
    "constexpr double DBL_MIN = 2.2250738585072014e-308;\n"
    "constexpr double M_PI = 3.14159265358979323846, M_E = 2.7182818284590452354;\n"
    "constexpr double M_PI_2 = 1.57079632679489661923, M_PI_4 = 0.78539816339744830962;\n"
    "constexpr double M_SQRT2 = 1.41421356237309504880, M_LN2 = 0.69314718055994530942;\n"
    "constexpr float CUDART_PI_F = 3.141592654f;\n"
    /* arithmetic */
    "__device__ int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }\n"
    "__device__ unsigned __umul24(unsigned a, unsigned b) {\n"
    "    return (a & 0xffffffu) * (b & 0xffffffu); }\n"
    "__device__ int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }\n"
    "__device__ unsigned __umulhi(unsigned a, unsigned b) {\n"
    "    return (unsigned)(((unsigned long long)a * b) >> 32); }\n"
    "__device__ unsigned __sad(int a, int b, unsigned c) { return c + (unsigned)abs(a - b); }\n"
    "__device__ int __dp4a(int a, int b, int c) {\n"
    "    for (int i = 0; i < 32; i += 8)\n"
    "        c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);\n"
    "    return c; }\n"
    "__device__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) {\n"
    "    for (int i = 0; i < 32; i += 8)\n"
    "        c += ((a >> i) & 255u) * ((b >> i) & 255u);\n"
    "    return c; }\n"
    "__device__ unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {\n"
    "    return (unsigned)(((((unsigned long long)hi << 32) | lo) << (n & 31)) >> 32); }\n"
    "__device__ unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {\n"
    "    return (unsigned)((((unsigned long long)hi << 32) | lo) >> (n & 31)); }\n"
    "__device__ float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }\n"
    "__device__ float __frcp_rn(float x) { return 1.0f / x; }\n"
    "__device__ float __exp10f(float x) { return powf(10.0f, x); }\n"
    "__device__ float exp10f(float x) { return powf(10.0f, x); }\n"
    "__device__ double exp10(double x) { return pow(10.0, x); }\n"
    "__device__ bool isinf(float x) { return fabsf(x) == INFINITY; }\n"
    "__device__ bool isinf(double x) { return fabs(x) > DBL_MAX; }\n"
    "__device__ bool isfinite(float x) { return fabsf(x) <= FLT_MAX; }\n"
    "__device__ bool isfinite(double x) { return fabs(x) <= DBL_MAX; }\n"
    "__device__ bool signbit(float x) { return __float_as_int(x) < 0; }\n"
    "__device__ float copysignf(float x, float y) {\n"
    "    return __int_as_float((__float_as_int(x) & 0x7fffffff) |\n"
    "                          (__float_as_int(y) & 0x80000000)); }\n"
    "__device__ float fdimf(float x, float y) { return x > y ? x - y : 0.0f; }\n"
    ONE_FLOAT("atan", "atan2(x, x - x + 1)")
    ONE_FLOAT("asin", "atan2(x, sqrt(1 - x * x))")
    ONE_FLOAT("acos", "atan2(sqrt(1 - x * x), x)")
    ONE_FLOAT("sinh", "(exp(x) - exp(-x)) / 2")
    ONE_FLOAT("cosh", "(exp(x) + exp(-x)) / 2")
    ONE_FLOAT("erfc", "1 - erf(x)")
    ONE_FLOAT("log1p", "log(1 + x)")
    ONE_FLOAT("expm1", "exp(x) - 1")
    ONE_FLOAT("cbrt", "x < 0 ? -pow(-x, (x - x + 1) / 3) : pow(x, (x - x + 1) / 3)")
    "__device__ void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }\n"
    "__device__ void __sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }\n"
    "__device__ void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }\n"
    "template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }\n"
    /* half and bfloat16 */
    HALF_FUNCTIONS("half", "half2")
    HALF_FUNCTIONS("__nv_bfloat16", "__nv_bfloat162")
    "__device__ half2 __floats2half2_rn(float a, float b) { return half2((half)a, (half)b); }\n"
    "__device__ half2 __float2half2_rn(float a) { return half2((half)a, (half)a); }\n"
    "__device__ half2 __float22half2_rn(float2 a) { return half2((half)a.x, (half)a.y); }\n"
    "__device__ half2 __halves2half2(half a, half b) { return half2(a, b); }\n"
    "__device__ half2 __half2half2(half a) { return half2(a, a); }\n"
    "__device__ half __low2half(half2 a) { return a.x; }\n"
    "__device__ half __high2half(half2 a) { return a.y; }\n"
    "__device__ float2 __half22float2(half2 a) { return make_float2((float)a.x, (float)a.y); }\n"
    "__device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {\n"
    "    return __nv_bfloat162((__nv_bfloat16)a, (__nv_bfloat16)b); }\n"
    "__device__ __nv_bfloat162 __float2bfloat162_rn(float a) {\n"
    "    return __nv_bfloat162((__nv_bfloat16)a, (__nv_bfloat16)a); }\n"
    "__device__ __nv_bfloat162 __float22bfloat162_rn(float2 a) {\n"
    "    return __nv_bfloat162((__nv_bfloat16)a.x, (__nv_bfloat16)a.y); }\n"
    "__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {\n"
    "    return __nv_bfloat162(a, b); }\n"
    "__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {\n"
    "    return __nv_bfloat162(a, a); }\n"
    "__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }\n"
    "__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }\n"
    "__device__ float2 __bfloat1622float2(__nv_bfloat162 a) {\n"
    "    return make_float2((float)a.x, (float)a.y); }\n"
    /* complex numbers */
    "__device__ float2 make_cuComplex(float x, float y) { return make_float2(x, y); }\n"
    "__device__ float2 make_cuFloatComplex(float x, float y) { return make_float2(x, y); }\n"
    "__device__ float cuCrealf(float2 a) { return a.x; }\n"
    "__device__ float cuCimagf(float2 a) { return a.y; }\n"
    "__device__ float2 cuConjf(float2 a) { return make_float2(a.x, -a.y); }\n"
    "__device__ float2 cuCaddf(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }\n"
    "__device__ float2 cuCsubf(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }\n"
    "__device__ float2 cuCmulf(float2 a, float2 b) {\n"
    "    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }\n"
    "__device__ float cuCabsf(float2 a) { return hypotf(a.x, a.y); }\n"
    /* cooperative groups */
    "__device__ unsigned __block_size() { return blockDim.x * blockDim.y * blockDim.z; }\n"
    "__device__ unsigned __block_rank() {\n"
    "    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }\n"
    "__device__ unsigned __grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }\n"
    "__device__ unsigned __grid_size() { return __grid_blocks() * __block_size(); }\n"
    "__device__ unsigned __grid_rank() {\n"
    "    return ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) *\n"
    "               __block_size() + __block_rank(); }\n"
    "__device__ unsigned __tile_rank(int size) { return __block_rank() & (size - 1); }\n"
    "__device__ unsigned __tile_number(int size) { return __block_rank() / size; }\n"
    "__device__ unsigned __tile_count(int size) { return (__block_size() + size - 1) / size; }\n"
    "__device__ unsigned __tile_bits(int size, unsigned ballot) {\n"
    "    unsigned first = (__block_rank() & 31u) & ~(unsigned)(size - 1);\n"
    "    return (ballot >> first) & (size == 32 ? 0xffffffffu : (1u << size) - 1u); }\n"
    /* the lanes that were active where the group was made, numbered from 0 without gaps */
    "__device__ unsigned __lane_of(unsigned mask, unsigned rank) {\n"
    "    for (; rank; --rank) mask &= mask - 1;\n"
    "    return __ffs(mask) - 1; }\n"
    "struct coalesced_group {\n"
    "    unsigned lanes;\n"
    "    __device__ unsigned size() const { return __popc(lanes); }\n"
    "    __device__ unsigned num_threads() const { return __popc(lanes); }\n"
    "    __device__ unsigned thread_rank() const {\n"
    "        return __popc(lanes & ((1u << (__block_rank() & 31u)) - 1u)); }\n"
    "    __device__ void sync() const { __syncwarp(lanes); }\n"
    "    template <typename T> __device__ T shfl(T value, unsigned rank) const {\n"
    "        return __shfl_sync(lanes, value, __lane_of(lanes, rank % size())); }\n"
    "    template <typename T> __device__ T shfl_up(T value, unsigned by) const {\n"
    "        unsigned rank = thread_rank();\n"
    "        return __shfl_sync(lanes, value, __lane_of(lanes, rank < by ? rank : rank - by)); }\n"
    "    template <typename T> __device__ T shfl_down(T value, unsigned by) const {\n"
    "        unsigned rank = thread_rank();\n"
    "        return __shfl_sync(lanes, value,\n"
    "                           __lane_of(lanes, rank + by < size() ? rank + by : rank)); }\n"
    "    __device__ int any(int condition) const { return __any_sync(lanes, condition); }\n"
    "    __device__ int all(int condition) const { return __all_sync(lanes, condition); }\n"
    "    __device__ unsigned ballot(int condition) const {\n"
    "        unsigned votes = __ballot_sync(lanes, condition), bits = 0, bit = 1;\n"
    "        for (unsigned left = lanes; left; left &= left - 1, bit += bit)\n"
    "            bits |= votes & left & (0u - left) ? bit : 0;\n"
    "        return bits; }\n"
    "};\n"
    "__device__ coalesced_group coalesced_threads() {\n"
    "    coalesced_group group = {__activemask()}; return group; }\n"
    "template <typename T> struct plus {\n"
    "    __device__ T operator()(T a, T b) const { return a + b; } };\n"
    "template <typename T> struct greater {\n"
    "    __device__ T operator()(T a, T b) const { return a > b ? a : b; } };\n"
    "template <typename T> struct less {\n"
    "    __device__ T operator()(T a, T b) const { return a < b ? a : b; } };\n"
    "template <typename G, typename T, typename F>\n"
    "__device__ T reduce(const G &group, T value, F function) {\n"
    "    for (unsigned by = group.size() / 2; by > 0; by /= 2)\n"
    "        value = function(value, group.shfl_xor(value, by));\n"
    "    return value; }\n";
/* clang-format on */
