// Threads outside the matrix leave before the barrier. Each of the others reads only what it wrote
// itself or what a thread inside wrote, so the result is right; some blocks lie outside altogether.
__global__ void rows(const float *in, float *out, int n)
{
    __shared__ float s[8][4];
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 4 + threadIdx.x;
    if (row >= n || col >= n)
        return;
    s[threadIdx.y][threadIdx.x] = in[row * n + col];
    __syncthreads(); // finds: barrier-divergence 28
    out[row * n + col] = s[threadIdx.y][0];
    __syncthreads();
    out[row * n + col] += s[0][threadIdx.x];
}

void sketch()
{
    int n = 6;
    float *d_in, *d_out;
    cudaMalloc(&d_in, n * n * sizeof(float));
    cudaMalloc(&d_out, n * n * sizeof(float));
    dim3 block(4, 8), grid(3, 2);
    rows<<<grid, block>>>(d_in, d_out, n);
}
