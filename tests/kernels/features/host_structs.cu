// A struct that the host makes in braces, in a function that returns it.
// expect: out[0] == 3 * work.in[1] + 7
// expect: out[6] == 3 * work.in[7] + 7
// expect: out[7] == 0

struct Window {
    int first, count;
};

struct Work {
    Window window;
    const float *in;
    float factors[2];
};

__global__ void apply(Work work, float *out)
{
    int i = threadIdx.x + work.window.first;
    if (i < work.window.count)
        out[threadIdx.x] = work.in[i] * work.factors[0] + work.factors[1];
}

Work make_work(const float *in, int n)
{
    return {.window = {1, n}, .in = in, .factors = {3, 7}};
}

void sketch()
{
    const int n = 8;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(out, 0, n * sizeof(float));
    apply<<<1, n>>>(make_work(in, n), out);
    cudaDeviceSynchronize();
}
