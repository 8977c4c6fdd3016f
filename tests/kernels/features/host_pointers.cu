// Pointers that only look as if they led nowhere, or to what nobody has filled.
// expect: out[3] == 2 * in[3] + 2
#include <cstdlib>

__global__ void k(const float *in, const float *pinned, const float *managed, float *sums,
                  float *cleared, float *looped, const float *made, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    sums[i] += in[i];
    cleared[i] += pinned[i] + managed[i];
    looped[i] += made[i];
    out[i] = sums[i] + in[i] + 2 + 0 * (cleared[i] + looped[i]);
}

static void fill(float *d, int n)
{
    cudaMemset(d, 0, n * sizeof(float));
}

int main(int argc, char **argv)
{
    int n = 30;
    size_t bytes = n * sizeof(float);
    float *h = (float *)malloc(bytes), *in, *pinned, *managed, *sums, *cleared, *looped, *made, *out;
    cudaMalloc(&in, bytes);
    cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
    cudaMallocHost(&pinned, bytes);
    cudaMallocManaged(&managed, bytes);
    for (int i = 0; i < n; i++)
        managed[i] = pinned[i] = 1;
    cudaMalloc(&sums, bytes);
    fill(sums, n);
    cudaMalloc(&cleared, bytes);
    cudaMemset2D(cleared, bytes, 0, bytes, 1);
    cudaMalloc(&looped, bytes);
    cudaMalloc(&made, bytes);
    cudaMemcpy(made, in, bytes, cudaMemcpyDeviceToDevice);
    cudaMalloc(&out, bytes);
    if (argc > 7)
        cudaFree(in);
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 0)
            cudaMemset(looped, 0, bytes);
        k<<<1, 32>>>(in, pinned, managed, sums, cleared, looped, made, out, n);
    }
    cudaMemcpy(h, out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
}
