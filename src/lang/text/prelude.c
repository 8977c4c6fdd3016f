/* What CUDA's headers define and what can be said in CUDA C itself. What a file can mean of it is
 * read before the file (prelude_pick.c); a definition in the file wins over one here. */
#include "lang/text/prelude.h"

/* clang-format off */
#define HALF_MATH(T, T2, name, pair, body)                                                         \
    "__device__ " T " " name "(" T " a) { return (" T ")" body "; }\n"                             \
    "__device__ " T2 " " pair "(" T2 " a) { return " T2 "(" name "(a.x), " name "(a.y)); }\n"

/* A comparison of two T; of both halves of a pair, as numbers or as one truth. */
#define HALF_COMPARISON(T, T2, name, body)                                                         \
    "__device__ bool __h" name "(" T " a, " T " b) { return " body "; }\n"                         \
    "__device__ " T2 " __h" name "2(" T2 " a, " T2 " b) {\n"                                       \
    "    return " T2 "((" T ")__h" name "(a.x, b.x), (" T ")__h" name "(a.y, b.y)); }\n"           \
    "__device__ bool __hb" name "2(" T2 " a, " T2 " b) {\n"                                        \
    "    return __h" name "(a.x, b.x) && __h" name "(a.y, b.y); }\n"

#define PAIR_ARITHMETIC(T2, name, op)                                                              \
    "__device__ " T2 " " name "(" T2 " a, " T2 " b) {\n"                                           \
    "    return " T2 "(a.x " op " b.x, a.y " op " b.y); }\n"                                       \
    "/*" T2 "*/ __device__ " T2 " operator" op "(" T2 " a, " T2 " b) {\n"                          \
    "    return " name "(a, b); }\n"                                                               \
    "/*" T2 "*/ __device__ " T2 " &operator" op "=(" T2 " &a, " T2 " b) {\n"                       \
    "    a = " name "(a, b); return a; }\n"

#define PAIR_SHUFFLE(T2, name, T)                                                                  \
    "/*" T2 "*/ __device__ " T2 " " name "(unsigned mask, " T2 " a, " T " lane,\n"                 \
    "    int width = 32) {\n"                                                                      \
    "    return " T2 "(" name "(mask, a.x, lane, width), " name "(mask, a.y, lane, width)); }\n"

#define PAIR_COMPARISON(T2, op, name)                                                              \
    "/*" T2 "*/ __device__ bool operator" op "(" T2 " a, " T2 " b) {\n"                            \
    "    return __hb" name "2(a, b); }\n"

/* What CUDA overloads for half and for bfloat16; T2 is the pair of two T. */
#define HALF_FUNCTIONS(T, T2)                                                                      \
    "__device__ " T " __hadd(" T " a, " T " b) { return a + b; }\n"                                \
    HALF_COMPARISON(T, T2, "lt", "a < b")                                                          \
    HALF_COMPARISON(T, T2, "gt", "a > b")                                                          \
    HALF_COMPARISON(T, T2, "le", "a <= b")                                                         \
    HALF_COMPARISON(T, T2, "ge", "a >= b")                                                         \
    HALF_COMPARISON(T, T2, "eq", "a == b")                                                         \
    HALF_COMPARISON(T, T2, "ne", "a < b || a > b")                                                 \
    "__device__ bool __hisnan(" T " a) { return a != a; }\n"                                       \
    HALF_MATH(T, T2, "hsqrt", "h2sqrt", "sqrtf((float)a)")                                         \
    HALF_MATH(T, T2, "hrsqrt", "h2rsqrt", "rsqrtf((float)a)")                                      \
    HALF_MATH(T, T2, "hrcp", "h2rcp", "(1.0f / (float)a)")                                         \
    HALF_MATH(T, T2, "hexp", "h2exp", "expf((float)a)")                                            \
    HALF_MATH(T, T2, "hexp2", "h2exp2", "exp2f((float)a)")                                         \
    HALF_MATH(T, T2, "hlog", "h2log", "logf((float)a)")                                            \
    HALF_MATH(T, T2, "hlog2", "h2log2", "log2f((float)a)")                                         \
    HALF_MATH(T, T2, "hsin", "h2sin", "sinf((float)a)")                                            \
    HALF_MATH(T, T2, "hcos", "h2cos", "cosf((float)a)")                                            \
    HALF_MATH(T, T2, "htanh", "h2tanh", "tanhf((float)a)")                                         \
    HALF_MATH(T, T2, "hfloor", "h2floor", "floorf((float)a)")                                      \
    HALF_MATH(T, T2, "hceil", "h2ceil", "ceilf((float)a)")                                         \
    "__device__ float __low2float(" T2 " a) { return (float)a.x; }\n"                              \
    "__device__ float __high2float(" T2 " a) { return (float)a.y; }\n"                             \
    "__device__ " T2 " __lowhigh2highlow(" T2 " a) { return " T2 "(a.y, a.x); }\n"                 \
    PAIR_ARITHMETIC(T2, "__hadd2", "+")                                                            \
    PAIR_ARITHMETIC(T2, "__hsub2", "-")                                                            \
    PAIR_ARITHMETIC(T2, "__hmul2", "*")                                                            \
    PAIR_ARITHMETIC(T2, "__h2div", "/")                                                            \
    PAIR_COMPARISON(T2, "==", "eq")                                                                \
    PAIR_COMPARISON(T2, "!=", "ne")                                                                \
    PAIR_COMPARISON(T2, "<", "lt")                                                                 \
    PAIR_COMPARISON(T2, ">", "gt")                                                                 \
    PAIR_COMPARISON(T2, "<=", "le")                                                                \
    PAIR_COMPARISON(T2, ">=", "ge")                                                                \
    "__device__ " T2 " __hmax2(" T2 " a, " T2 " b) {\n"                                            \
    "    return " T2 "(__hmax(a.x, b.x), __hmax(a.y, b.y)); }\n"                                   \
    "__device__ " T2 " __hmin2(" T2 " a, " T2 " b) {\n"                                            \
    "    return " T2 "(__hmin(a.x, b.x), __hmin(a.y, b.y)); }\n"                                   \
    "__device__ " T2 " __hneg2(" T2 " a) { return " T2 "(__hneg(a.x), __hneg(a.y)); }\n"           \
    "/*" T2 "*/ __device__ " T2 " operator-(" T2 " a) { return __hneg2(a); }\n"                    \
    "__device__ " T2 " __habs2(" T2 " a) { return " T2 "(__habs(a.x), __habs(a.y)); }\n"           \
    PAIR_SHUFFLE(T2, "__shfl_sync", "int")                                                         \
    PAIR_SHUFFLE(T2, "__shfl_up_sync", "unsigned")                                                 \
    PAIR_SHUFFLE(T2, "__shfl_down_sync", "unsigned")                                               \
    PAIR_SHUFFLE(T2, "__shfl_xor_sync", "int")                                                     \
    "__device__ " T2 " __hfma2(" T2 " a, " T2 " b, " T2 " c) {\n"                                  \
    "    return " T2 "(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }\n"

const char prelude_text[] =
    "constexpr int INT_MAX = 2147483647, INT_MIN = -2147483647 - 1;\n"
    "constexpr unsigned int UINT_MAX = 4294967295u;\n"
    "constexpr int CHAR_BIT = 8, SHRT_MAX = 32767, UCHAR_MAX = 255, SHRT_MIN = -32768;\n"
    "constexpr int CHAR_MAX = 127, CHAR_MIN = -128, SCHAR_MAX = 127, USHRT_MAX = 65535;\n"
    "constexpr int INT32_MAX = 2147483647, INT32_MIN = -2147483647 - 1, INT8_MAX = 127;\n"
    "constexpr int INT16_MAX = 32767, INT16_MIN = -32768, UINT8_MAX = 255, UINT16_MAX = 65535;\n"
    "constexpr unsigned int UINT32_MAX = 4294967295u;\n"
    "constexpr unsigned long long ULLONG_MAX = 18446744073709551615ull, ULONG_MAX = ULLONG_MAX;\n"
    "constexpr unsigned long long UINT64_MAX = ULLONG_MAX, SIZE_MAX = ULLONG_MAX;\n"
    "constexpr long long INT64_MAX = 9223372036854775807ll, INT64_MIN = -INT64_MAX - 1;\n"
    "constexpr long long LLONG_MIN = INT64_MIN, LONG_MIN = INT64_MIN;\n"
    "constexpr int FLT_DIG = 6, FLT_MANT_DIG = 24, DBL_DIG = 15, DBL_MANT_DIG = 53;\n"
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
    "constexpr double M_1_PI = 0.31830988618379067154, M_2_PI = 0.63661977236758134308;\n"
    "constexpr double M_SQRT2 = 1.41421356237309504880, M_SQRT1_2 = 0.70710678118654752440;\n"
    "constexpr double M_2_SQRTPI = 1.12837916709551257390;\n"
    "constexpr double M_LN2 = 0.69314718055994530942, M_LN10 = 2.30258509299404568402;\n"
    "constexpr double M_LOG2E = 1.4426950408889634074, M_LOG10E = 0.43429448190325182765;\n"
    "constexpr double CUDART_PI = 3.1415926535897931, CUDART_PIO2 = 1.5707963267948966;\n"
    "constexpr double CUDART_PIO4 = 0.7853981633974483, CUDART_2_OVER_PI = 0.6366197723675814;\n"
    "constexpr double CUDART_SQRT_TWO = 1.4142135623730951;\n"
    "constexpr double CUDART_SQRT_HALF = 0.7071067811865476;\n"
    "constexpr double CUDART_LN2 = 0.6931471805599453, CUDART_L2E = 1.4426950408889634;\n"
    "constexpr double CUDART_L2T = 3.3219280948873622, CUDART_LGE = 0.4342944819032518;\n"
    "constexpr double CUDART_LN10 = 2.302585092994046, CUDART_ONE = 1, CUDART_ZERO = 0;\n"
    "constexpr float CUDART_PI_F = 3.141592654f, CUDART_PIO2_F = 1.570796327f;\n"
    "constexpr float CUDART_PIO4_F = 0.785398163f, CUDART_2_OVER_PI_F = 0.636619772f;\n"
    "constexpr float CUDART_SQRT_TWO_F = 1.414213562f, CUDART_SQRT_HALF_F = 0.707106781f;\n"
    "constexpr float CUDART_LN2_F = 0.693147181f, CUDART_L2E_F = 1.442695041f;\n"
    "constexpr float CUDART_L2T_F = 3.321928094f, CUDART_LGE_F = 0.434294482f;\n"
    "constexpr float CUDART_LN10_F = 2.302585092994046f, CUDART_ONE_F = 1, CUDART_ZERO_F = 0;\n"
    "constexpr float CUDART_NEG_ZERO_F = -0.0f, CUDART_MAX_NORMAL_F = 3.402823466e+38f;\n"
    "constexpr float CUDART_MIN_DENORM_F = 1.4012985e-45f, CUDART_NORM_HUGE_F = 1e39;\n"
    "constexpr float CUDART_TWO_TO_M126_F = 1.175494351e-38f;\n"
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
    "__device__ int __dp4a(char4 a, char4 b, int c) {\n"
    "    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }\n"
    "__device__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {\n"
    "    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }\n"
    "__device__ unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) {\n"
    "    return (unsigned)(((((unsigned long long)hi << 32) | lo) << (n & 31)) >> 32); }\n"
    "__device__ unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) {\n"
    "    return (unsigned)((((unsigned long long)hi << 32) | lo) >> (n & 31)); }\n"
    "__device__ long long __mul64hi(long long a, long long b) {\n"
    "    long long x = (a & 0xffffffffll) * (b >> 32) + (((a & 0xffffffffll) * (unsigned long long)"
    "(b & 0xffffffffll)) >> 32), y = (a >> 32) * (b & 0xffffffffll) + (x & 0xffffffffll);\n"
    "    return (a >> 32) * (b >> 32) + (x >> 32) + (y >> 32); }\n"
    "__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {\n"
    "    unsigned long long p = (a & 0xffffffffull) * (b & 0xffffffffull);\n"
    "    unsigned long long x = (a & 0xffffffffull) * (b >> 32) + (p >> 32);\n"
    "    unsigned long long y = (a >> 32) * (b & 0xffffffffull) + (x & 0xffffffffull);\n"
    "    return (a >> 32) * (b >> 32) + (x >> 32) + (y >> 32); }\n"
    "__device__ unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {\n"
    "    unsigned long long both = (unsigned long long)y << 32 | x;\n"
    "    unsigned out = 0;\n"
    "    for (int i = 0; i < 4; ++i) {\n"
    "        unsigned pick = s >> (4 * i), byte = (unsigned)(both >> (8 * (pick & 7u))) & 255u;\n"
    "        out |= ((pick & 8u) ? (byte & 128u ? 255u : 0u) : byte) << (8 * i); }\n"
    "    return out; }\n"
    "__device__ double __hiloint2double(int hi, int lo) {\n"
    "    return __longlong_as_double((long long)hi << 32 | (unsigned)lo); }\n"
    "__device__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }\n"
    "__device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }\n"
    "__device__ int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }\n"
    "__device__ int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }\n"
    "__device__ unsigned __uhadd(unsigned a, unsigned b) {\n"
    "    return (unsigned)(((unsigned long long)a + b) >> 1); }\n"
    "__device__ unsigned __urhadd(unsigned a, unsigned b) {\n"
    "    return (unsigned)(((unsigned long long)a + b + 1) >> 1); }\n"
    "__device__ unsigned __usad(unsigned a, unsigned b, unsigned c) {\n"
    "    return c + (a > b ? a - b : b - a); }\n"
    "template <typename T> __device__ unsigned __match_all_sync(unsigned mask, T value,\n"
    "                                                          int *same) {\n"
    "    unsigned lanes = __match_all_lanes(mask, value); *same = lanes != 0; return lanes; }\n"
    "__device__ float __frcp_rz(float x) { return __fdiv_rz(1.0f, x); }\n"
    "__device__ float __frcp_ru(float x) { return __fdiv_ru(1.0f, x); }\n"
    "__device__ float __frcp_rd(float x) { return __fdiv_rd(1.0f, x); }\n"
    "__device__ double __drcp_rn(double x) { return 1.0 / x; }\n"
    "__device__ double __drcp_rz(double x) { return __ddiv_rz(1.0, x); }\n"
    "__device__ double __drcp_ru(double x) { return __ddiv_ru(1.0, x); }\n"
    "__device__ double __drcp_rd(double x) { return __ddiv_rd(1.0, x); }\n"
    "__device__ void __nanosleep(unsigned nanoseconds) {}\n"
    "__device__ void cudaGridDependencySynchronize() {}\n"
    "__device__ void cudaTriggerProgrammaticLaunchCompletion() {}\n"
    "__device__ float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }\n"
    "__device__ float __frcp_rn(float x) { return 1.0f / x; }\n"
    /* the heap of kernels; what is given back stays taken, so that no two threads share a place */
    "__device__ unsigned long long __heap_used;\n"
    "/*__heap_bytes*/ __device__ unsigned char __heap_bytes[67108864];\n"
    "__device__ void *__heap_take(unsigned long long bytes) {\n"
    "    unsigned long long whole = (bytes + 15) / 16 * 16, at = atomicAdd(&__heap_used, whole);\n"
    "    if (at + whole <= sizeof __heap_bytes) return (void *)(__heap_bytes + at);\n"
    "    atomicAdd(&__heap_used, 0 - whole); return (void *)0; }\n"
    "__device__ void *__heap_take_many(unsigned long long count, unsigned long long bytes) {\n"
    "    return __heap_take(count * bytes); }\n"
    "template <class T> __device__ T *__heap_put(T value) {\n"
    "    T *place = (T *)__heap_take(sizeof(T)); if (place) *place = value; return place; }\n"
    "__device__ void __heap_leave(void *place) { }\n"
    "__device__ float __powf(float x, float y) { return exp2f(y * __log2f(x)); }\n"
    "__device__ float __exp10f(float x) { return powf(10.0f, x); }\n"
    "__device__ float exp10f(float x) { return powf(10.0f, x); }\n"
    "__device__ double exp10(double x) { return pow(10.0, x); }\n"
    "__device__ float exp10(float x) { return exp10f(x); }\n"
    "__device__ bool isinf(float x) { return fabsf(x) == INFINITY; }\n"
    "__device__ bool isinf(double x) { return fabs(x) > DBL_MAX; }\n"
    "__device__ bool isfinite(float x) { return fabsf(x) <= FLT_MAX; }\n"
    "__device__ bool isfinite(double x) { return fabs(x) <= DBL_MAX; }\n"
    "__device__ bool signbit(float x) { return __float_as_int(x) < 0; }\n"
    "__device__ int ilogbf(float x) { return (int)logbf(x); }\n"
    "__device__ int ilogb(double x) { return (int)logb(x); }\n"
    "__device__ int ilogb(float x) { return ilogbf(x); }\n"
    "__device__ double __power_of_two(int n) {\n"
    "    return __longlong_as_double((long long)(n + 1023) << 52); }\n"
    "__device__ float ldexpf(float x, int n) {\n"
    "    return (float)(x * __power_of_two(max(min(n, 400), -400))); }\n"
    "__device__ double ldexp(double x, int n) {\n"
    "    n = max(min(n, 2200), -2200);\n"
    "    for (; n > 1000; n -= 1000) x *= __power_of_two(1000);\n"
    "    for (; n < -968; n += 968) x *= __power_of_two(-968);\n"
    "    return x * __power_of_two(n); }\n"
    "__device__ float scalbnf(float x, int n) { return ldexpf(x, n); }\n"
    "__device__ double scalbn(double x, int n) { return ldexp(x, n); }\n"
    "__device__ float ldexp(float x, int n) { return ldexpf(x, n); }\n"
    "__device__ float scalbn(float x, int n) { return ldexpf(x, n); }\n"
    "__device__ float frexpf(float x, int *e) {\n"
    "    *e = x == 0 || x - x != 0 ? 0 : (int)logbf(x) + 1;\n"
    "    return ldexpf(x, -*e); }\n"
    "__device__ double frexp(double x, int *e) {\n"
    "    *e = x == 0 || x - x != 0 ? 0 : (int)logb(x) + 1;\n"
    "    return ldexp(x, -*e); }\n"
    "__device__ float frexp(float x, int *e) { return frexpf(x, e); }\n"
    "__device__ float modff(float x, float *whole) {\n"
    "    *whole = truncf(x); return copysignf(x - x != 0 ? 0.0f : x - *whole, x); }\n"
    "__device__ double modf(double x, double *whole) {\n"
    "    *whole = trunc(x); return copysign(x - x != 0 ? 0.0 : x - *whole, x); }\n"
    "__device__ float modf(float x, float *whole) { return modff(x, whole); }\n"
    "__device__ double sinpi(double x) { return sin((x - 2 * rint(x / 2)) * M_PI); }\n"
    "__device__ double cospi(double x) { return sinpi(0.5 - fabs(x - 2 * rint(x / 2))); }\n"
    "__device__ float sinpif(float x) { return (float)sinpi((double)x); }\n"
    "__device__ float cospif(float x) { return (float)cospi((double)x); }\n"
    "__device__ void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }\n"
    "__device__ void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }\n"
    "__device__ float sinpi(float x) { return sinpif(x); }\n"
    "__device__ float cospi(float x) { return cospif(x); }\n"
    "__device__ void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }\n"
    "__device__ float rcbrtf(float x) { return (float)(1 / cbrt((double)x)); }\n"
    "__device__ double rcbrt(double x) { return 1 / cbrt(x); }\n"
    "__device__ float rcbrt(float x) { return rcbrtf(x); }\n"
    "__device__ float rhypotf(float x, float y) {\n"
    "    return (float)(1 / hypot((double)x, (double)y)); }\n"
    "__device__ double rhypot(double x, double y) { return 1 / hypot(x, y); }\n"
    "__device__ double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }\n"
    "__device__ float norm3df(float x, float y, float z) {\n"
    "    return (float)norm3d((double)x, (double)y, (double)z); }\n"
    "__device__ float rnorm3df(float x, float y, float z) {\n"
    "    return (float)(1 / norm3d((double)x, (double)y, (double)z)); }\n"
    "__device__ double norm4d(double x, double y, double z, double w) {\n"
    "    return hypot(norm3d(x, y, z), w); }\n"
    "__device__ float norm4df(float x, float y, float z, float w) {\n"
    "    return (float)norm4d((double)x, (double)y, (double)z, (double)w); }\n"
    "__device__ double normcdf(double x) { return erfc(x * -M_SQRT1_2) / 2; }\n"
    "__device__ float normcdff(float x) { return (float)normcdf((double)x); }\n"
    "__device__ float normcdf(float x) { return normcdff(x); }\n"
    /* a first guess (Winitzki), then Newton's method on erf */
    "__device__ double __erfinv_better(double x, double y) {\n"
    "    double off = x < -0.5 ? 1 + x - erfc(-y) : x > 0.5 ? erfc(y) - (1 - x) : x - erf(y);\n"
    "    return y + off * 0.88622692545275801365 * exp(y * y); }\n"
    "__device__ double erfinv(double x) {\n"
    "    if (!(fabs(x) < 1)) return fabs(x) == 1 ? x * CUDART_INF : CUDART_NAN;\n"
    "    double l = log1p(-x * x), t = 4.330746750799873 + l / 2;\n"
    "    double y = copysign(sqrt(sqrt(t * t - l / 0.147) - t), x);\n"
    "    double a = __erfinv_better(x, y), b = __erfinv_better(x, a);\n"
    "    return __erfinv_better(x, __erfinv_better(x, b)); }\n"
    "__device__ float erfinvf(float x) { return (float)erfinv((double)x); }\n"
    "__device__ float erfinv(float x) { return erfinvf(x); }\n"
    "__device__ double normcdfinv(double x) { return M_SQRT2 * erfinv(2 * x - 1); }\n"
    "__device__ float normcdfinvf(float x) { return (float)normcdfinv((double)x); }\n"
    "__device__ float normcdfinv(float x) { return normcdfinvf(x); }\n"
    "__device__ void sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }\n"
    "__device__ void __sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }\n"
    "__device__ void sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }\n"
    "__device__ void sincos(float x, float *s, float *c) { sincosf(x, s, c); }\n"
    "template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }\n"
    /* as wide as the types of both pointers let it be */
    "template <typename D, typename S> __device__ D *memcpy(D *to, const S *from, size_t n) {\n"
    "    char *a = (char *)to; const char *b = (const char *)from; size_t i = 0;\n"
    "    if constexpr (alignof(D) % 16 == 0 && alignof(S) % 16 == 0)\n"
    "        for (; i + 16 <= n; i += 16) *(int4 *)(a + i) = *(const int4 *)(b + i);\n"
    "    if constexpr (alignof(D) % 4 == 0 && alignof(S) % 4 == 0)\n"
    "        for (; i + 4 <= n; i += 4) *(int *)(a + i) = *(const int *)(b + i);\n"
    "    for (; i < n; ++i) a[i] = b[i];\n"
    "    return to; }\n"
    "template <typename D> __device__ D *memset(D *to, int value, size_t n) {\n"
    "    char *a = (char *)to; size_t i = 0;\n"
    "    if constexpr (alignof(D) % 4 == 0)\n"
    "        for (; i + 4 <= n; i += 4) *(unsigned *)(a + i) = (value & 255) * 0x01010101u;\n"
    "    for (; i < n; ++i) a[i] = (char)value;\n"
    "    return to; }\n"
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
    "__device__ half2 __low2half2(half2 a) { return half2(a.x, a.x); }\n"
    "__device__ half2 __high2half2(half2 a) { return half2(a.y, a.y); }\n"
    "__device__ half2 __lows2half2(half2 a, half2 b) { return half2(a.x, b.x); }\n"
    "__device__ half2 __highs2half2(half2 a, half2 b) { return half2(a.y, b.y); }\n"
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
    "__device__ float2 cuCdivf(float2 a, float2 b) {\n"
    "    float scale = 1 / (fabsf(b.x) + fabsf(b.y));\n"
    "    float2 p = make_float2(a.x * scale, a.y * scale);\n"
    "    float2 q = make_float2(b.x * scale, b.y * scale);\n"
    "    scale = 1 / (q.x * q.x + q.y * q.y);\n"
    "    return make_float2((p.x * q.x + p.y * q.y) * scale, (p.y * q.x - p.x * q.y) * scale); }\n"
    "__device__ double2 make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }\n"
    "__device__ double cuCreal(double2 a) { return a.x; }\n"
    "__device__ double cuCimag(double2 a) { return a.y; }\n"
    "__device__ double2 cuConj(double2 a) { return make_double2(a.x, -a.y); }\n"
    "__device__ double2 cuCadd(double2 a, double2 b) {\n"
    "    return make_double2(a.x + b.x, a.y + b.y); }\n"
    "__device__ double2 cuCsub(double2 a, double2 b) {\n"
    "    return make_double2(a.x - b.x, a.y - b.y); }\n"
    "__device__ double2 cuCmul(double2 a, double2 b) {\n"
    "    return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }\n"
    "__device__ double2 cuCdiv(double2 a, double2 b) {\n"
    "    double scale = 1 / (fabs(b.x) + fabs(b.y));\n"
    "    double2 p = make_double2(a.x * scale, a.y * scale);\n"
    "    double2 q = make_double2(b.x * scale, b.y * scale);\n"
    "    scale = 1 / (q.x * q.x + q.y * q.y);\n"
    "    return make_double2((p.x * q.x + p.y * q.y) * scale, (p.y * q.x - p.x * q.y) * scale); }\n"
    "__device__ double cuCabs(double2 a) { return hypot(a.x, a.y); }\n"
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
    "template <typename G> __device__ unsigned __lanes_of(const G &group) {\n"
    "    unsigned size = group.size(), first = __block_rank() & 31u & ~(size - 1u);\n"
    "    return __activemask() & (size < 32u ? ((1u << size) - 1u) << first : ~0u); }\n"
    "__device__ unsigned __lanes_of(const coalesced_group &group) { return group.lanes; }\n"
    "template <typename G>\n"
    "    __device__ coalesced_group binary_partition(const G &group, bool p) {\n"
    "    unsigned here = __lanes_of(group), yes = __ballot_sync(here, p);\n"
    "    coalesced_group part = {p ? yes : here & ~yes}; return part; }\n"
    "template <typename G, typename L>\n"
    "    __device__ coalesced_group labeled_partition(const G &group, L label) {\n"
    "    coalesced_group part = {__match_any_sync(__lanes_of(group), label)}; return part; }\n"
    "template <typename T> struct plus {\n"
    "    __device__ T operator()(T a, T b) const { return a + b; } };\n"
    "template <typename T> struct greater {\n"
    "    __device__ T operator()(T a, T b) const { return a > b ? a : b; } };\n"
    "template <typename T> struct less {\n"
    "    __device__ T operator()(T a, T b) const { return a < b ? a : b; } };\n"
    "template <typename G, typename T, typename F>\n"
    "    __device__ T reduce(const G &group, T value, F function) {\n"
    "    for (unsigned by = group.size() / 2; by > 0; by /= 2)\n"
    "        value = function(value, group.shfl_xor(value, by));\n"
    "    return value; }\n"
    /* the one declared last is taken where both fit */
    "template <typename T, typename F>\n"
    "    __device__ T reduce(const coalesced_group &group, T value, F function) {\n"
    "    T total = group.shfl(value, 0);\n"
    "    for (unsigned rank = 1; rank < group.size(); ++rank)\n"
    "        total = function(total, group.shfl(value, rank));\n"
    "    return total; }\n"
    /* <type_traits>: types that are numbers */
    "template <size_t N, size_t A = 16> struct aligned_storage {\n"
    "    struct alignas(A) type { unsigned char bytes[N]; };\n"
    "};\n"
    "template <size_t N, size_t A = 16>\n"
    "using aligned_storage_t = typename aligned_storage<N, A>::type;\n"
    "template <typename T, T v> struct integral_constant {\n"
    "    static constexpr T value = v;\n"
    "    typedef T value_type;\n"
    "    typedef integral_constant type;\n"
    "    __device__ constexpr operator T() const { return v; }\n"
    "    __device__ constexpr T operator()() const { return v; } };\n"
    "template <bool v> using bool_constant = integral_constant<bool, v>;\n"
    "typedef integral_constant<bool, true> true_type;\n"
    "typedef integral_constant<bool, false> false_type;\n";
/* clang-format on */
