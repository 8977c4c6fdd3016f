// Elements of arrays, members and variables that are not set on every way to where they are read.
struct Pair {
    float first, second;
};

__device__ int sign(int x)
{
    int result;
    if (x > 0)
        result = 1;
    if (x < 0)
        result = -1;
    return result;
}

__global__ void unset(const int *in, float *out, int n)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    float own[3];
    own[0] = 1;
    out[i] = own[i % 3]; // finds: uninitialized-read 21
    for (int k = 0; k < 2; ++k) {
        int kept[2];
        if (k == 0)
            kept[0] = kept[1] = i;
        out[32 + i] = kept[i % 2]; // finds: uninitialized-read 32
    }
    Pair pair, copy;
    pair.first = 2;
    copy = pair;
    out[64 + i] = copy.first + copy.second; // finds: uninitialized-read 32
    double wide;
    if (i < 20)
        wide = 3;
    out[96 + i] = i < 25 ? wide : 0; // finds: uninitialized-read 5
    bool found;
    if (i & 1)
        found = true;
    out[128 + i] = i < 10 && found ? 1 : 2; // finds: uninitialized-read 5
    float late;
    for (int k = 0; k < 3; ++k) {
        out[160 + i] += late; // finds: uninitialized-read 32
        late = k;
    }
    float empty;
    tile[i] = empty;
    if (i < 8)
        tile[i] = 4;
    __syncthreads();
    out[192 + i] = tile[31 - i]; // finds: uninitialized-read 24
    int by = sign(in[i] - in[i]); // finds: uninitialized-read 32
    out[224 + i] = by;
    float half, never;
    if (i > 15)
        half = i;
    out[256 + i] = __shfl_sync(0xffffffff, half, i % 16 + 12); // finds: uninitialized-read 8
    out[288 + i] = never; // finds: uninitialized-read 32
}

void sketch()
{
    int *in;
    float *out;
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 320 * sizeof(float));
    unset<<<1, 32>>>(in, out, 32);
}
