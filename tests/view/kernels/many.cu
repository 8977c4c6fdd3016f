// More buffers than the stage has room for in full.
__global__ void blend(const float *first, const float *second, const float *third, const float *weights, const int *index, float *sum, float *product, float *largest, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float a = first[i], b = second[index[i]], c = third[i];
        sum[i] = weights[0] * a + weights[1] * b + weights[2] * c + 0.0f * (weights[0] * weights[1] * weights[2] * weights[0]);
        product[i] = a * b * c;
        largest[i] = fmaxf(a, fmaxf(b, c));
        atomicAdd(&counts[i % 4], 1);
    }
}
void sketch()
{
    const int n = 20;
    float *first, *second, *third, *weights, *sum, *product, *largest;
    int *index, *counts;
    cudaMalloc(&first, n * sizeof(float));
    cudaMalloc(&second, n * sizeof(float));
    cudaMalloc(&third, n * sizeof(float));
    cudaMalloc(&weights, 3 * sizeof(float));
    cudaMalloc(&index, n * sizeof(int));
    cudaMalloc(&sum, n * sizeof(float));
    cudaMalloc(&product, n * sizeof(float));
    cudaMalloc(&largest, n * sizeof(float));
    cudaMalloc(&counts, 4 * sizeof(int));
    blend<<<3, 8>>>(first, second, third, weights, index, sum, product, largest, counts, n);
}
