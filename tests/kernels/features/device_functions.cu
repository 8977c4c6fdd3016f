// Helpers: arguments by value, by pointer and by reference; default arguments; one calls the other.
// expect: out[0] == 9
// expect: out[1] == 7
// expect: out[2] == 12
// expect: out[3] == 1
// expect: out[4] == 30

__device__ int plus(int a, int b = 4) { return a + b; }

__device__ int early(int x)
{
    if (x > 3)
        return 1;
    for (int i = 0; i < 10; ++i)
        if (i == x)
            return i * 10;
    return 0;
}

__device__ void by_pointer(int *x) { *x = plus(*x); }
__device__ void by_reference(int &x, const int &y) { x *= y; }

__device__ void set(int *out, int at, int value);

__global__ void functions(int *out)
{
    int t = threadIdx.x;
    if (t == 0) {
        set(out, 0, plus(5));
        int x = 3;
        by_pointer(&x);
        out[1] = x;
        x = 4;
        by_reference(x, 3);
        out[2] = x;
    }
    if (t >= 3)
        out[t] = early(t == 3 ? 5 : 3);
}

__device__ void set(int *out, int at, int value) { out[at] = value; }

int main()
{
    int *out;
    cudaMalloc(&out, 5 * sizeof(int));
    functions<<<1, 5>>>(out);
    cudaDeviceSynchronize();
}
