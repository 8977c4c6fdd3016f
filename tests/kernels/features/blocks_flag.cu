// A value is published by a flag, with a fence on each side.
// expect: out[1] == 5
// expect: out[3] == 5

__global__ void publish(float *value, volatile int *flag, float *out)
{
    if (blockIdx.x == 0) {
        *value = 5.0f;
        __threadfence();
        *flag = 1;
    } else {
        int seen = *flag;
        __threadfence();
        if (seen)
            out[blockIdx.x] = *value;
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
    publish<<<4, 1>>>(value, flag, out);
    cudaDeviceSynchronize();
}
