// A launch whose sizes are constants of structs, also of templates, and what constexpr functions of
// them give.
// expect: out[15] == 32
// counts: all blocks 2
// counts: all threads 4

template <typename T> struct alignas(16) Packed {
    static constexpr int size = sizeof(int4) / sizeof(T);
    T items[size];
};

template <int M, int N, int T = 4> struct Config {
    static constexpr int threads = M * N / (T * T);
    static constexpr int blocks() { return M / threads; }
};

typedef Packed<float> Packed4;

__global__ void twice(float *out, const float *in, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * Packed4::size;
    if (i >= n)
        return;
    Packed4 pack = *(const Packed4 *)(in + i);
    for (int k = 0; k < Packed4::size; ++k)
        pack.items[k] *= 2;
    *(Packed4 *)(out + i) = pack;
}

int main()
{
    const int n = 16;
    float h[n] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, *out, *in;
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&in, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    const int block = Config<4, 8>::threads;
    const int grid = (n + block * Packed4::size - 1) / (block * Packed4::size) * Config<4, 8>::blocks() / 2;
    twice<<<grid, block>>>(out, in, n);
    cudaDeviceSynchronize();
}
