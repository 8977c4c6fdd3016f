__global__ void diverge(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = a[i];
    if (i % 3 == 0)
        v = v * 2;
    else if (i % 3 == 1)
        v = v + 100;
    else {
        int k = 0;
        while (k < i % 5) {
            v -= 1;
            ++k;
        }
    }
    b[n - 1 - i] = v;
}
void sketch() {
    int n = 45; float *a, *b;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc(&b, n * sizeof(float));
    diverge<<<1, 48>>>(a, b, n);
}
