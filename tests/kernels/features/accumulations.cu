// What is an accumulation and what only looks like one; tests/kernels/accumulations.txt lists what is
// recognised. Small whole numbers, so that every order gives the same sums.
// expect: out[0] == 10
// expect: out[1] == 30
// expect: out[2] == 4
// expect: out[3] == 1
// expect: out[4] == 24
// expect: out[5] == -30
// expect: out[6] == 4
// expect: out[7] == 1
// expect: out[8] == 3
// expect: out[9] == 20
// expect: out[10] == 30
// expect: out[11] == 10
// expect: out[12] == 40
#include <cuda_fp16.h>

__global__ void recognised(const float *in, float *out)
{
    __shared__ float word[2];
    float sum = 0, squares = 0, largest = in[0], least = in[0], all = 1, left = 0;
    float by_if = in[0], by_choice = in[0], kept = in[0], tile[2] = {0, 0};
    double wide = 0;
    half narrow = __float2half(0.0f);
    word[0] = 0, word[1] = 0;
    for (int i = 0; i < 4; ++i) {
        float x = in[i];
        sum = x + sum;
        squares = x * x + squares;
        largest = fmaxf(largest, x);
        least = min(x, least);
        all *= x;
        left -= x * x;
        if (in[i] > by_if)
            by_if = in[i];
        by_choice = x < by_choice ? x : by_choice;
        if (x > kept && x < 4)
            kept = x;
        tile[i % 2] += x * 2;
        wide += x * (double)x;
        narrow = __hfma(__float2half(x), __float2half(1.0f), narrow);
        word[0] += x;
        word[1] = word[1] + x + 3 * x;
    }
    out[0] = sum, out[1] = squares, out[2] = largest, out[3] = least, out[4] = all;
    out[5] = left, out[6] = by_if, out[7] = by_choice, out[8] = kept;
    out[9] = tile[0] + tile[1], out[10] = wide, out[11] = __half2float(narrow);
    out[12] = word[1];
    out[13] += out[0] * in[1];
}

// By hand unrolled, several terms at a time, through a reference and through a helper.
__device__ void add(float &to, float x) { to += x; }
__device__ float put(float to, float x, float y) { return to + x * y; }

__global__ void in_other_words(const float *a, const float *b, float *out, int n)
{
    float sum = 0, other = 0, both = 0;
    float4 four = {0, 0, 0, 0};
    sum += a[0] * b[0];
    sum += a[1] * b[1];
    sum = sum + a[2] * b[2] + a[3] * b[3];
    for (int i = 0; i < n; ++i) {
        add(other, a[i]);
        both = put(both, a[i], b[i]);
        float4 x = reinterpret_cast<const float4 *>(a)[i];
        four.x += x.x, four.w += x.w * b[i];
    }
    out[0] = sum, out[1] = other, out[2] = both, out[3] = four.x + four.w;
}

// Sums of whole numbers, in a variable, in shared memory and by atomics.
__global__ void whole_numbers(const int *in, int *out, int n)
{
    __shared__ int bins[8];
    int above = 0, most = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        above += in[i] > 3;
        most = max(most, in[i]);
        bins[in[i] & 7] += 1;
        atomicMax(&out[2], in[i]);
    }
    out[0] = above, out[1] = most;
}

// Numbers that say where or how often, and sums that go somewhere else.
__global__ void nothing(const float *in, const int *start, float *out, int n)
{
    float x = in[0], y = in[1], z = x + y;
    int at = 0, step = 1, count = 0, offset = start[0];
    const float *p = in;
    for (int i = 0; i < n; i += step) {
        at += blockDim.x;
        p += 2;
        step *= 2;
        offset += start[i];
        out[at] = *p + in[offset];
        if (++count > 3)
            break;
    }
    int column = min((int)threadIdx.x, n - 1);
    column = max(column, 0);
    column += n;
    z = x - z;
    z = fmaxf(z, 0.0f);
    z *= 0.5f;
    z += 1.0f;
    out[column] = z;
    out[0] = out[1] + x;
    for (float t = 0; t < n; t += 0.5f)
        out[2] = t;
}

int main()
{
    float host[4] = {1, 2, 3, 4};
    float *in, *out;
    cudaMalloc(&in, 4 * sizeof(float));
    cudaMalloc(&out, 14 * sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 14 * sizeof(float));
    recognised<<<1, 1>>>(in, out);
    cudaDeviceSynchronize();
}
