// OFFSET, FETCH_FLOAT4 and the like: macros with parameters, which need their "(" to be expanded.
// expect: out[0] == in[0]
// expect: out[7] == in[7]
// expect: out[8] == 22
// expect: out[9] == 3
// expect: out[10] == 5
// expect: out[11] == 8

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(p)      (reinterpret_cast<float4 *>(&(p))[0])
#define CEIL_DIV(a, b)       (((a) + (b)-1) / (b))
#define PICK(x)              x##_value
#define BOTH(f, ...)         f(__VA_ARGS__)

__global__ void macros(float *in, float *out)
{
    int t = threadIdx.x;
    FETCH_FLOAT4(out[OFFSET(t, 0, 4)]) = FETCH_FLOAT4(in[OFFSET(t, 0, 4)]);
    if (t == 0) {
        int OFFSET = 3, my_value = 5;
        out[8] = CEIL_DIV(7, 2) + OFFSET(1 + 1, 0, 9);
        out[9] = OFFSET;
        out[10] = PICK(my);
        out[11] = BOTH(CEIL_DIV, 15, 2);
    }
}

void sketch()
{
    float *in, *out;
    cudaMalloc(&in, 12 * sizeof(float));
    cudaMalloc(&out, 12 * sizeof(float));
    macros<<<1, 2>>>(in, out);
    cudaDeviceSynchronize();
}
