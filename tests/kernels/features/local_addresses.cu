// Pointers to local variables that are there for as long as they are used.
// expect: out[3] == 3 * in[3] + 36
struct Pair {
    float a[2];
    __device__ float *begin() { return a; }
};

__device__ float sum(const float *a, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

__device__ float *larger(float *a, float *b)
{
    return *a > *b ? a : b;
}

__device__ Pair make(float x)
{
    Pair p = {{x, x + 1}};
    return p;
}

__device__ void fill(float *a, float x)
{
    float own[3] = {x, x, x};
    float *from = own;
    for (int i = 0; i < 3; i++)
        a[i] = *from++;
}

__global__ void k(const float *in, float *out)
{
    int i = threadIdx.x;
    float a[3], b = 4, c = 5;
    fill(a, in[i]);
    float *p = a;
    {
        float *q = p + 1;
        p = q;
    }
    float total = p[0] + a[0] + sum(a, 1);
    total += *larger(&b, &c) + 6;
    Pair pair = make(7);
    total += pair.begin()[0] + pair.a[1];
    for (int j = 0; j < 2; j++) {
        float row[2] = {1, 2};
        float *r = row;
        Pair made = make(2);
        total += r[j] + made.a[1] - 1;
    }
    float *last = &total;
    out[i] = *last + 3;
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    k<<<1, 32>>>(in, out);
}
