// Unions: other readings of the same bits, members without a name, copies, arrays of them.
// expect: out[0] == 1065353216
// expect: out[1] == 63
// expect: out[2] == 1073741824
// expect: out[3] == 1077936128
// expect: out[4] == 7
// expect: out[5] == 1
// expect: out[6] == 1082130432
// expect: out[7] == 8
// expect: out[8] == 1074266112
// expect: out[9] == 5
// expect: out[10] == 16
// expect: out[11] == 1084227584
// expect: out[12] == 33620225
// expect: out[13] == 15

union Bits {
    float f;
    unsigned u;
    unsigned char b[4];
};

struct Tagged {
    int tag;
    union {
        int i;
        float f;
    };
};

union Wide {
    double d;
    struct {
        unsigned low, high;
    } words;
};

union Pack {
    float4 all;
    float each[4];
};

template <typename T, int N> struct Packed {
    __device__ Packed(T value)
    {
        for (int i = 0; i < N; ++i)
            each[i] = value;
    }
    union {
        T each[N];
        double whole;
    };
    __device__ void operator+=(const Packed &other)
    {
        for (int i = 0; i < N; ++i)
            each[i] += other.each[i];
    }
};

struct Doubled : Packed<int, 2> {
    __device__ Doubled(int value) : Packed<int, 2>(value) { each[1] *= 2; }
    __device__ int sum() { return each[0] + each[1]; }
};

__device__ Tagged tagged(float f)
{
    Tagged t;
    t.tag = 1;
    t.f = f;
    return t;
}

__device__ unsigned bits_of(Bits bits)
{
    return bits.u;
}

__global__ void unions(unsigned *out, const Bits *in, Bits by)
{
    __shared__ union {
        float sums[4];
        unsigned counts[4];
    } room;
    Bits x;
    x.f = 1.0f;
    out[0] = x.u;
    out[1] = x.b[3];
    Tagged t = tagged(2.0f), copy = t;
    out[2] = copy.i;
    Bits three = {3.0f};
    out[3] = bits_of(three);
    room.counts[1] = 7;
    out[4] = room.counts[1];
    out[5] = t.tag;
    x = three;
    x.f += 1.0f;
    out[6] = x.u;
    out[7] = sizeof(Tagged);
    Wide wide = {.d = 3.0};
    out[8] = wide.words.high;
    Pack pack;
    pack.all = make_float4(1, 2, 3, 5);
    out[9] = (unsigned)pack.each[3];
    out[10] = sizeof(Pack);
    Bits many[2] = {{1.0f}, {5.0f}};
    out[11] = many[threadIdx.x + 1].u;
    Bits bytes = in[0];
    bytes.u = 0x02010101u * (by.f == 1.5f);
    out[12] = bytes.b[0] | bytes.b[1] << 8 | bytes.b[2] << 16 | (unsigned)bytes.b[3] << 24;
    Doubled doubled(3);
    doubled += Packed<int, 2>(3);
    out[13] = doubled.sum();
}

void sketch()
{
    unsigned *out;
    Bits *in, by;
    by.f = 1.5f;
    cudaMalloc(&out, 14 * sizeof(unsigned));
    cudaMalloc(&in, sizeof(Bits));
    unions<<<1, 1>>>(out, in, by);
    cudaDeviceSynchronize();
}
