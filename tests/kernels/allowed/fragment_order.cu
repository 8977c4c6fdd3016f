// Elements of wmma fragments that are taken for an order, told from the lane and the index in many
// ways; and what may be done without one: sums, elements alike, places that each has for itself.
// run: --block 64 --arg in=zeros:256 --arg out=zeros:1024 --arg sums=zeros:8192
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sum;

struct Own { // the file's, whatever it is called
    float x[8];
};

__device__ int row_of(int lane, int i)
{
    return (lane >> 2) + ((i >> 1) & 1) * 8;
}

__device__ void write(float *out, const Sum *sums, int n, int lane)
{
    for (int i = 0; i < sums[n].num_elements; ++i) {
        int column = lane % 4 * 2 + i % 2;
        if (i >= 4)
            column += 8;
        if (column >= 15)
            continue;
        float value = sums[n].x[i] * 2;
        *(out + n * 256 + row_of(lane, i) * 16 + column) = value; // finds: fragment-order
    }
}

__global__ void elements(const float *in, float *out, float *sums)
{
    __shared__ float staged[2][256], fours[2][256], turned[2][256], tile[256];
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    Sum sum[2], other;
    wmma::load_matrix_sync(sum[0], in, 16, wmma::mem_row_major);
    wmma::fill_fragment(sum[1], 1.0f);
    wmma::fill_fragment(other, 3.0f);

    // An order is relied on.
    if (warp == 0) {
        write(out, sum, 0, lane);
        write(out, sum, 1, lane);
        for (int i = 0; i < 8; ++i) {
            int half_of = (i & 2) ? 8 : 0;
            tile[(lane / 4 + half_of) * 16 + lane % 4 * 2 + i % 2 + i / 4 * 8] = other.x[i]; // finds: fragment-order
        }
        for (int i = 0; i < 8; ++i)
            atomicAdd(&sums[row_of(lane, i)], other.x[i]); // finds: fragment-order
        for (int i = 0; i < 8; ++i) {
            float scale = in[row_of(lane, i)];
            float scaled = other.x[i] * scale;
            other.x[i] = i < 7 ? scaled : 0.0f; // finds: fragment-order
        }
    }

    // None is.
    for (int i = 0; i < other.num_elements; ++i)
        other.x[i] = 2.0f * sum[0].x[i] + sum[1].x[i];
    for (int i = 0; i < 8; ++i)
        staged[warp][lane * 8 + i] = other.x[i];
    for (int i = 0; i < 8; ++i)
        other.x[i] = staged[warp][lane * 8 + i];
    for (int i = 0; i < 8; ++i)
        fours[warp][i / 4 * 128 + lane * 4 + i % 4] = other.x[i];
    for (int i = 0; i < 8; ++i)
        turned[warp][i * 32 + (lane ^ i)] = other.x[i];
    for (int i = 0; i < 8; ++i)
        sums[1024 + threadIdx.x / 32 * 512 + i / 2 * 64 + i % 2 + lane * 2] = other.x[i];
    float total = 0;
    for (int i = 0; i < 8; ++i) {
        total += other.x[i] + fours[warp][lane * 4] + turned[warp][lane];
        if (other.x[i] > 0.5f)
            atomicAdd(&sums[4096 + row_of(lane, i)], 1.0f);
    }
    for (int step = 16; step > 0; step /= 2)
        total += __shfl_xor_sync(0xffffffff, total, step);
    sums[2048 + threadIdx.x] = total;

    Own own;
    for (int i = 0; i < 8; ++i)
        own.x[i] = (float)i;
    for (int i = 0; i < 8; ++i)
        sums[6144 + warp * 512 + row_of(lane, i) * 16 + lane % 4 * 2 + i % 2 + i / 4 * 8] = own.x[i];
    wmma::store_matrix_sync(out + 512 + warp * 256, other, 16, wmma::mem_row_major);
}
