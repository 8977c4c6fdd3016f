// Whatever the host part of a file holds, only device code is read.
#include <algorithm>
#include <iostream>
#include <vector>
using std::vector;
class Timer
{
  public:
    Timer() : start(0) { std::cout << "go" << std::endl; }
    ~Timer();
    template <class F> auto run(F &&f) -> decltype(f()) { return f(); }

  private:
    long start;
};
template <typename T, typename... Ts> struct Many { std::tuple<T, Ts...> all; };
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
static int lambda_user(const vector<int> &v)
{
    auto f = [&](int a) { return a + v[0]; };
    return std::accumulate(v.begin(), v.end(), 0, [](int a, int b) { return a + b; }) + f(1);
}
std::vector<float> table(10, 1.0f), other = {1, 2, 3};
int *global_pointer = nullptr, numbers[] = {1, 2, 3};
const int N = 1 << 4, M = N / 2;
extern "C" {
int c_function(void);
}
__global__ void copy(const float *in, float *out, int n);
template <class T> T largest(T a, T b) { return a > b ? a : b; }
__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && n <= N * M)
        out[i] = in[i];
}
void wrapper(float *a, float *b, int n, cudaStream_t stream = 0)
{
    dim3 grid((n + 255) / 256), block(256);
    copy<<<grid, block, 0, stream>>>(a, b, n);
    CHECK(cudaGetLastError());
}
int Timer_count = 0;
Timer::~Timer() { Timer_count++; }
int main()
{
    try {
        std::thread([] { wrapper(nullptr, nullptr, 0); }).join();
    } catch (const std::exception &e) {
        goto end;
    }
end:
    return 0;
}
