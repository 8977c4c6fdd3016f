// Functions whose end seems to be come to without a value, and never is.
// expect: out[0] == 3
// expect: out[5] == 1029
// expect: out[9] == 1035
__device__ int sign(int x)
{
    if (x > 0)
        return 1;
    else if (x < 0)
        return -1;
    else
        return 0;
}

__device__ int size_of(int x)
{
    switch (x & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
    }
}

__device__ int until(int x)
{
    while (true) {
        if (x > 20)
            return x;
        x += 10;
    }
}

__device__ int even(int x)
{
    do {
        if (x % 2 == 0)
            return x;
        ++x;
    } while (x < 1000);
}

__device__ void nothing(int x)
{
    if (x)
        return;
}

template <int N> __device__ int many()
{
    if (N > 4)
        return 1000;
    else
        return 2;
}

__device__ int half_of(int x)
{
    if (x >= 0)
        return x / 2;
    if (x < 0)
        return -x / 2;
}

__global__ void k(int *out)
{
    int i = threadIdx.x;
    nothing(i);
    out[i] = i == 0 ? many<4>() : many<8>();
    out[i] += sign(i) + size_of(i) + (i ? until(i) : 0) + even(i) / 8 + half_of(i) / 2;
}

int main()
{
    int *out;
    cudaMalloc(&out, 16 * sizeof(int));
    k<<<1, 16>>>(out);
}
