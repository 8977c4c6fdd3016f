__global__ void compact(const int *in, int *out, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    if (v % 2 == 0) {
        int at = atomicAdd(count, 1);
        out[at] = v;
    }
}
void sketch() {
    int n = 14; int *in, *out, *count;
    cudaMalloc(&in, n * sizeof(int)); cudaMalloc(&out, n * sizeof(int)); cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    compact<<<(n + 3) / 4, 4>>>(in, out, count, n);
}
