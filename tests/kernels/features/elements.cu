// Loops over the elements of arrays, lists and structs; names for the members of a value; variables
// that are declared where they are tested.
// expect: out[0] == 7
// expect: out[1] == 4
// expect: out[2] == 6
// expect: out[3] == 14
// expect: out[4] == 6
// expect: out[5] == 12
// expect: out[6] == 3
// expect: out[7] == 5
// expect: out[8] == 24
// expect: out[9] == 2

struct Row {
    float values[3];
    __device__ float *begin() { return values; }
    __device__ float *end() { return values + 3; }
};

struct Range {
    int low, high;
};

enum class Mode { A = 2, B };

__device__ Range widen(Range r, int by)
{
    return {r.low - by, r.high + by};
}

__global__ void elements(float *out)
{
    __shared__ int tile[4];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    Row row{{1, 2, 4}};
    float sum = 0;
    for (float x : row)
        sum += x;
    out[0] = sum;
    int own[] = {1, 1, 2}, total = 0;
    for (const auto &x : own)
        total += x;
    out[1] = total;
    total = 0;
    for (int x : tile)
        total += x;
    out[2] = total;
    for (auto &x : own) {
        if (x == 2)
            break;
        x *= 7;
    }
    out[3] = own[0] + own[1];
    total = 0;
    for (int x : {1, 2, 3})
        total += x;
    out[4] = total;
    auto [low, high] = widen({1, 2}, 3);
    out[5] = 5 * high + 6 * low - 1;
    Range range = {1, 2};
    auto &[from, to] = range;
    from = 3;
    out[6] = range.low;
    if (int x = low + 7; x > 2)
        out[7] = x;
    if (int n = to * 12)
        out[8] = n;
    switch (Mode mode = Mode::A; mode) {
    case Mode::A: out[9] = (int)mode; break;
    case Mode::B: out[9] = 0; break;
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 10 * sizeof(float));
    elements<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
