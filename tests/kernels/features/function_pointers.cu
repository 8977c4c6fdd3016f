// Pointers to functions: variables, parameters, members, tables on the device, arguments of
// templates, and a parameter of the kernel.
// run: --arg step=cube
// expect: out[0] == 9
// expect: out[1] == 27
// expect: out[2] == 7
// expect: out[3] == 12
// expect: out[4] == 16
// expect: out[5] == 8
// expect: out[6] == 81
// expect: out[7] == 1
// expect: out[8] == 27
// expect: out[9] == 11
// expect: out[10] == 5

typedef float (*Map)(float);
using Join = float (*)(float, float);

__device__ float square(float x) { return x * x; }
__device__ float cube(float x) { return x * x * x; }
__device__ float add(float a, float b) { return a + b; }
__device__ float multiply(float a, float b) { return a * b; }

__device__ Map maps[2] = {square, cube};
__device__ Join chosen = add;

struct Stage {
    Map map;
    float scale;
};

__device__ float join(Join f, float a, float b)
{
    return f(a, b);
}

template <Map F> __device__ float twice(float x)
{
    return F(F(x));
}

template <float (*F)(float, float), typename T> __device__ T fold(T a, T b)
{
    return F(a, b);
}

__device__ void put(float *to, float value) { *to = value; }

__global__ void pointers(float *out, Map step, int which)
{
    int i = threadIdx.x;
    Map f = maps[i % 2];
    float own = f(3); // two functions in one warp
    if (i < 2)
        out[i] = own;
    if (i != 1)
        return;
    out[2] = (*chosen)(3, 4);
    Join joins[] = {add, &multiply};
    out[3] = joins[which](3, 4);
    out[4] = twice<square>(2);
    float (*g)(float) = which > 5 ? square : cube;
    out[5] = g(2);
    Stage stage = {square, 9};
    out[6] = stage.map(stage.scale);
    Map none = nullptr;
    out[7] = none == nullptr;
    out[8] = step(3);
    out[9] = join(add, 5, 6) + join(joins[0], 1, 2) - fold<add>(1, 2);
    void (*store)(float *, float) = put;
    store(out + 10, 5);
}

int main()
{
    float *out;
    Map step;
    cudaMemcpyFromSymbol(&step, maps, sizeof(Map));
    cudaMalloc(&out, 11 * sizeof(float));
    pointers<<<1, 32>>>(out, step, 1);
    cudaDeviceSynchronize();
}
