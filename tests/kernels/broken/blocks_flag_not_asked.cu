// Fences are where they belong, but the value is read whatever the flag says. Block 0 happens to
// run first here; if it runs last the old value is read.

__global__ void publish(float *value, volatile int *flag, float *out)
{
    if (blockIdx.x == 0) {
        *value = 5.0f; // finds: race-raw 3
        __threadfence();
        *flag = 1;
    } else {
        int seen = *flag;
        __threadfence();
        out[blockIdx.x] = *value + seen;
    }
}

int main()
{
    int *flag;
    float *value, *out;
    cudaMalloc(&value, sizeof(float));
    cudaMalloc(&out, 4 * sizeof(float));
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaMemset(value, 0, sizeof(float));
    publish<<<4, 1>>>(value, flag, out);
    cudaDeviceSynchronize();
}
