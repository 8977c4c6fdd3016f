// Default template arguments, an enum class as one, if constexpr, constexpr helpers, braces everywhere,
// buffers with destructors, a launch in a lambda.
// check: matmul
// counts: global_load accesses 4794
#include <stdexcept>

#define CUDA_CHECK(expr)                                                                     \
    do {                                                                                     \
        cudaError_t status = (expr);                                                         \
        if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));     \
    } while (false)

using index_t = std::size_t;
enum class Layout : int { RowMajor = 0, ColMajor = 1 };
enum Op { ADD, SUB, MUL = 5, DIV };
constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

template <Layout L> __device__ __host__ inline constexpr int at(int row, int col, int rows, int cols)
{
    if constexpr (L == Layout::RowMajor)
        return row * cols + col;
    else
        return col * rows + row;
}

template <typename T, int TILE = 16, Layout LB = Layout::RowMajor>
__global__ void gemm(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int m, int n, int k)
{
    static_assert(TILE > 0 && (TILE & (TILE - 1)) == 0, "tile must be a power of two");
    __shared__ T as[TILE][TILE];
    __shared__ T bs[TILE][TILE];
    const int row{static_cast<int>(blockIdx.y * TILE + threadIdx.y)};
    const int col{static_cast<int>(blockIdx.x * TILE + threadIdx.x)};
    T acc{};
    for (int p = 0; p < ceil_div(k, TILE); ++p) {
        const auto ak = p * TILE + static_cast<int>(threadIdx.x);
        const auto bk = p * TILE + static_cast<int>(threadIdx.y);
        as[threadIdx.y][threadIdx.x] = (row < m && ak < k) ? a[at<Layout::RowMajor>(row, ak, m, k)] : T{0};
        bs[threadIdx.y][threadIdx.x] = (bk < k && col < n) ? b[at<LB>(bk, col, k, n)] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) acc += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = acc;
}

template <typename T> class DeviceBuffer {
public:
    explicit DeviceBuffer(std::size_t n) : n_(n) { CUDA_CHECK(cudaMalloc(&p_, n * sizeof(T))); }
    ~DeviceBuffer() { cudaFree(p_); }
    T *get() { return p_; }
    const T *data() const { return p_; }
private:
    T *p_ = nullptr;
    std::size_t n_;
};

void sketch()
{
    constexpr int m = 33, n = 50, k = 17;
    constexpr int TILE = 16;
    DeviceBuffer<float> a(m * k), b(k * n), c(m * n);
    const dim3 block{TILE, TILE};
    const dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE));
    auto launch = [&]() { gemm<float, TILE><<<grid, block>>>(a.get(), b.get(), c.get(), m, n, k); };
    launch();
    CUDA_CHECK(cudaDeviceSynchronize());
}
