// A cast to a reference names the same bytes as another type: registers of pairs of halves as
// halves, a float's bits, four floats at once.
// expect: out[0] == 3
// expect: out[1] == 9
// expect: out[2] == 1065353216
// expect: out[3] == 2
// expect: out[4] == 4
// expect: out[5] == 7
// expect: out[6] == 1
// expect: out[8] == 3
// expect: out[11] == 2

#include <cstdint>
#include <cuda_fp16.h>

template <unsigned ROWS, unsigned COLS>
__device__ void fill(uint32_t (&packed)[ROWS][COLS][2])
{
    half (&single)[ROWS][COLS][4] = reinterpret_cast<half(&)[ROWS][COLS][4]>(packed);
    for (int i = 0; i < ROWS * COLS * 4; ++i)
        single[i / (COLS * 4)][i / 4 % COLS][i % 4] = __int2half_rn(i);
}

__device__ uint32_t packed_pair(half (&pair)[2])
{
    uint32_t &word = reinterpret_cast<uint32_t &>(pair);
    return word;
}

__global__ void reference_casts(float *out)
{
    uint32_t sums[2][3][2];
    fill<2, 3>(sums);
    out[0] = __high2float(reinterpret_cast<half2 &>(sums[0][0][1]));
    half (&back)[2][3][4] = reinterpret_cast<half(&)[2][3][4]>(sums);
    out[1] = __half2float(back[0][2][1]);
    float one = 1.0f;
    out[2] = reinterpret_cast<uint32_t &>(one);
    (uint32_t &)one = 0x40000000;
    out[3] = one;
    half pair[2] = {__float2half(0.0f), __float2half(2.0f)};
    out[4] = packed_pair(pair) >> 28;
    int rows[2][2] = {{1, 3}, {5, 7}};
    int (*row)[2] = rows + 1;
    out[5] = row[0][1];
    out[6] = static_cast<const int &>(rows[0][0]);
    reinterpret_cast<float4 &>(out[8]) = reinterpret_cast<float4 &>(out[0]);
}

int main()
{
    float *out;
    cudaMalloc(&out, 12 * sizeof(float));
    cudaMemset(out, 0, 12 * sizeof(float));
    reference_casts<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
