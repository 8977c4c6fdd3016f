// Helpers, templates, structs, names from elsewhere.
#include <cuda_runtime.h>
enum Mode { FAST, SLOW = 5, NEXT };
enum class Color : int { Red, Green = 4 };
typedef int index_t;
using real = float;
struct Point {
    float x;
    int id;
};
struct Pair {
    Point a, b;
    double w;
};
typedef struct node_s {
    int value;
    struct node_s *next;
} node_t;
struct Row {
    float values[4];
    char tag;
};
namespace ns
{
const int K = 11;
__device__ int triple(int a) { return a * 3; }
} // namespace ns
static const int table[5] = {2, 3, 5, 7, 11};
constexpr float half_turn = 3.5f;
__constant__ float filter[4] = {1.5f, 2.5f};
__device__ unsigned int device_count = 5;

__device__ int square(int x) { return x * x; }
__device__ __forceinline__ int sign(int x)
{
    if (x < 0)
        return -1;
    if (x == 0)
        return 0;
    return 1;
}
__device__ void bump(int &x, int by = 2) { x += by; }
__device__ void put(int *p, int v) { *p = v; }
__device__ Point make(float x, int id)
{
    Point p;
    p.x = x;
    p.id = id;
    return p;
}
__host__ __device__ inline float twice_x(const Point &p) { return p.x * 2; }
template <typename T> __device__ T twice(T a) { return a + a; }
template <int N> __device__ int times(int a)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s += a;
    return s;
}
template <typename T, int N = 4> __device__ T add_n(T a) { return a + N; }
template <typename T> __device__ T first(const T *p) { return p[0]; }
__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }
__device__ int kind(double) { return 3; }
__device__ int find(const int *a, int n, int v)
{
    for (int i = 0; i < n; ++i)
        if (a[i] == v)
            return i;
    return -1;
}
__device__ void add_all(Row row, float *out)
{
    for (int i = 0; i < 4; ++i)
        *out += row.values[i];
}
constexpr __host__ __device__ int ceil_div(int a, int b) { return (a + b - 1) / b; }

__global__ void calls(int *p)
{
    int t = threadIdx.x, x = t;
    assert(square(t) + square(square(2)) == t * t + 16 && sign(t - 5) == (t > 5) - (t < 5));
    bump(x);
    bump(x, 5);
    assert(x == t + 7);
    put(&x, 77);
    assert(x == 77 && twice(t) == 2 * t && twice<float>(1.5f) == 3 && twice(0.25) == 0.5);
    assert(times<3>(t) == 3 * t && add_n(t) == t + 4 && add_n<int, 9>(t) == t + 9);
    assert(kind(1) == 1 && kind(1.0f) == 2 && kind(1.0) == 3 && kind('a') == 1);
    int z[5] = {4, 8, 100 + t, 9, 1};
    assert(find(z, 5, 100 + t) == 2 && find(z, 5, 3) == -1 && find(table, 5, 7) == 3 && first(z) == 4);
    assert(table[t % 5] >= 2 && ns::triple(t) + ns::K == 3 * t + 11 && ceil_div(t, 4) == (t + 3) / 4);
    assert(std::max(t, 3) >= 3 && half_turn == 3.5f && filter[1] == 2.5f && filter[3] == 0);
    assert(SLOW + NEXT == 11 && (int)Color::Green == 4 && device_count == 5);
}

__global__ void structs(int *p)
{
    int t = threadIdx.x;
    Point q = make(t, 3);
    Pair pair = {{1, 2}, q, 2.5};
    assert(q.x == t && q.id == 3 && twice_x(q) == 2 * t && pair.b.x == t && pair.w == 2.5);
    pair.b = pair.a;
    pair.a.x = 9;
    assert(pair.b.x == 1 && pair.a.x == 9 && sizeof(Pair) == 24);
    Point list[3] = {{1, 1}, {2, 2}, {3, 3}};
    list[t % 3].id = 50;
    assert(list[0].id + list[1].id + list[2].id == 56 - (t % 3 + 1));
    Point *pp = &list[1], copy = *pp;
    pp->x = 8;
    assert(list[1].x == 8 && copy.x == 2);
    node_t one = {1, nullptr}, two = {2, &one};
    assert(two.next->value == 1 && two.next == &one && !one.next);
    Row row = {{1, 2, 3, (float)t}, 'x'};
    float sum = 0;
    add_all(row, &sum);
    assert(sum == 6 + t && row.tag == 'x' && sizeof(row) == 20);
    index_t i = 3;
    real r = 2.5;
    auto product = i * r;
    auto *pointer = &i;
    *pointer = 4;
    assert(product == 7.5f && i == 4);
    static const int S = 6;
    constexpr int C = S * 2 + 1;
    int sized[C];
    sized[C - 1] = 5;
    assert(sized[12] == 5 && sizeof(sized) == 52);
    { int t = 5; assert(t == 5); } // shadowed
    static_assert(C == 13, "thirteen");
}

template <typename T, int N, bool FLAG = true> __global__ void templated(T *a) // template: float, 4
{
    T x[N];
    for (int i = 0; i < N; ++i)
        x[i] = i;
    assert(x[N - 1] == N - 1 && sizeof(T) == 4 && FLAG);
}

template <typename T> __global__ void broken_if_used(T *a) { a->nothing(); } // template: int // error: has no members
