// Blocks of namespaces, nested ones, using, the std:: prefix.
// expect: out[0] == 12
// expect: out[1] == 3
// expect: out[2] == 5

#include <cmath>

namespace course
{
constexpr int width = 3;
namespace detail
{
__device__ int four() { return 4; }
} // namespace detail
template <typename T> __device__ T area(T x) { return x * detail::four(); }
} // namespace course

namespace
{
__device__ float root(float x) { return std::sqrt(x); }
} // namespace

using namespace course;

__global__ void names(float *out)
{
    std::size_t at = 0;
    out[at] = course::area(course::width);
    out[1] = root(9.0f);
    out[2] = ::fabsf(std::fmin(-5.0f, 3.0f));
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    names<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
