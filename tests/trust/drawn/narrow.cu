__global__ void banks(const double *a, double *b, char *c, int stride)
{
    __shared__ double s[128];
    __shared__ char t[64];
    int i = threadIdx.x;
    s[i * stride % 128] = a[i];
    t[i] = (char)i;
    __syncthreads();
    b[i] = s[i * stride % 128] + t[63 - i];
    c[i * 2] = t[i ^ 1];
}
void sketch() {
    double *a, *b; char *c;
    cudaMalloc(&a, 64 * sizeof(double)); cudaMalloc(&b, 64 * sizeof(double)); cudaMalloc(&c, 128);
    banks<<<1, 64>>>(a, b, c, 2);
}
