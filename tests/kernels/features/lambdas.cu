// Lambdas of a kernel: without captures, by value, by reference, with auto parameters, handed to a
// function.
// expect: out[0] == 9
// expect: out[1] == 16
// expect: out[2] == 6
// expect: out[3] == 15
// expect: out[4] == 7
// expect: out[5] == 3.5
// expect: out[6] == 12
// expect: out[7] == 42
// expect: out[8] == 2
// expect: out[9] == 10
// expect: out[10] == 5
// expect: out[11] == 120

template <typename F> __device__ int apply(F f, int x)
{
    return f(x);
}

template <typename F> __device__ void each(int count, const F &f)
{
    for (int i = 0; i < count; ++i)
        f(i);
}

__global__ void lambdas(float *out, int n)
{
    __shared__ int tile[4];
    constexpr int FIVE = 5;
    auto square = [](int a) { return a * a; };
    out[0] = square(3);
    out[1] = apply(square, 4);
    auto add = [n](int a) { return a + n; };
    n = 100; // what was captured stays
    out[2] = add(1);
    int sum = 0;
    each(6, [&](int i) { sum += i; });
    out[3] = sum;
    auto larger = [](auto a, auto b) { return a > b ? a : b; };
    out[4] = larger(7, 2);
    out[5] = larger(1.0f, 3.5f);
    each(4, [&](int i) { tile[i] = 2 * i; });
    out[6] = tile[0] + tile[1] + tile[2] + tile[3];
    out[7] = [=] { return sum + 27; }();
    auto count = [next = 0]() mutable { return ++next; };
    count();
    out[8] = count();
    auto twice = [&](int x) -> int {
        auto more = [=](int y) { return x + y; };
        return more(x);
    };
    out[9] = twice(5);
    out[10] = [] { return FIVE; }();
    auto product = [&](const auto &by) {
        float p = 1;
        for (int i = 1; i <= FIVE; ++i)
            p *= by(i);
        return p;
    };
    out[11] = product([](int i) { return i; });
}

int main()
{
    float *out;
    cudaMalloc(&out, 12 * sizeof(float));
    lambdas<<<1, 1>>>(out, 5);
    cudaDeviceSynchronize();
}
