// A running sum in shared memory with one barrier a round: some read what others already changed.
#include <vector>

#define BLOCK_SIZE 8

__global__ void scan(const float *in, float *out, int n)
{
    __shared__ float s[BLOCK_SIZE];

    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0.0f;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        if (t >= stride)
            s[t] += s[t - stride]; // finds: race-war 10
    }
    if (t < n)
        out[t] = s[t];
}

int main()
{
    int n = 8;
    std::vector<float> in(n, 1), out(n);
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(float));
    cudaMalloc(&d_out, n * sizeof(float));
    cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    scan<<<1, BLOCK_SIZE>>>(d_in, d_out, n);

    cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
}
