// A value is published by a flag, but no fence keeps the two in order: a block that sees the flag
// need not see the value.

__global__ void publish(float *value, volatile int *flag, float *out)
{
    if (blockIdx.x == 0) {
        *value = 5.0f; // finds: race-raw 3
        *flag = 1;
    } else if (*flag) {
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
