// Templates that are arguments of templates.
// expect: out[0] == 7
// expect: out[1] == 4
// expect: out[2] == 5

template <typename T> struct Sum {
    __device__ static T apply(T a, T b)
    {
        return a + b;
    }
};

template <typename T> struct Largest {
    __device__ T operator()(T a, T b) const
    {
        return a > b ? a : b;
    }
};

template <template <typename> class Op, typename T> __device__ T fold(T a, T b)
{
    return Op<T>()(a, b);
}

template <typename T, template <class> class Op = Largest> __global__ void folds(T *out)
{
    out[0] = Op<T>::apply(3, 4);
    out[1] = fold<Largest, T>(3, 4);
    out[2] = fold<Largest>(T(5), T(4));
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    folds<float, Sum><<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
