// Reads past the end: the word behind it has the number that tells how many elements there are.
__global__ void shift(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i + 3];
}
void sketch()
{
    int n = 10;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    shift<<<3, 4>>>(a, b, n);
}
