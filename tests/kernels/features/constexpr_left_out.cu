// In a template the branch that if constexpr leaves out need not fit the types that are given.
// expect: out[0] == 3
// expect: out[1] == 7

struct Pair {
    float first, second;
};

template <typename T> __device__ float sum_of(const T &value)
{
    if constexpr (sizeof(T) == 8)
        return value.first + value.second;
    else if constexpr (sizeof(T) == 2) {
        for (int i = 0; i < 2; ++i)
            if (value.bits)
                return value.bits[i];
        do
            return value.none();
        while (true);
    } else
        return value + 4;
}

__global__ void choose(float *out)
{
    Pair pair = {1.0f, 2.0f};
    out[0] = sum_of(pair);
    out[1] = sum_of(3.0f);
}

int main()
{
    float *out;
    cudaMalloc(&out, 2 * sizeof(float));
    choose<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
