// Seven points, one plane in shared memory and its neighbours in registers, moving along z.
// expect: out[57] ~ 0.5 * in[57] + 0.1 * in[56] + 0.1 * in[58] + 0.1 * in[64] + 0.05 * in[50] + 0.05 * in[8] + 0.1 * in[106]
// counts: global_load accesses 729
// counts: global_store accesses 125
#define IN_TILE_DIM 8
#define OUT_TILE_DIM ((IN_TILE_DIM)-2)
static const float c0 = 0.5f, c1 = 0.1f, c2 = 0.1f, c3 = 0.1f, c4 = 0.05f, c5 = 0.05f, c6 = 0.1f;

__global__ void stencil_register(float *in, float *out, unsigned int N)
{
    int iStart = blockIdx.z * OUT_TILE_DIM;
    int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1;
    int k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
    float inPrev;
    __shared__ float inCurr_s[IN_TILE_DIM][IN_TILE_DIM];
    float inCurr;
    float inNext;
    if (iStart - 1 >= 0 && iStart - 1 < N && j >= 0 && j < N && k >= 0 && k < N) {
        inPrev = in[(iStart - 1) * N * N + j * N + k];
    }
    if (iStart >= 0 && iStart < N && j >= 0 && j < N && k >= 0 && k < N) {
        inCurr = in[iStart * N * N + j * N + k];
        inCurr_s[threadIdx.y][threadIdx.x] = inCurr;
    }
    for (int i = iStart; i < iStart + OUT_TILE_DIM; ++i) {
        if (i + 1 >= 0 && i + 1 < N && j >= 0 && j < N && k >= 0 && k < N) {
            inNext = in[(i + 1) * N * N + j * N + k];
        }
        __syncthreads();
        if (i >= 1 && i < N - 1 && j >= 1 && j < N - 1 && k >= 1 && k < N - 1) {
            if (threadIdx.y >= 1 && threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 &&
                threadIdx.x < IN_TILE_DIM - 1) {
                out[i * N * N + j * N + k] = c0 * inCurr + c1 * inCurr_s[threadIdx.y][threadIdx.x - 1] +
                                             c2 * inCurr_s[threadIdx.y][threadIdx.x + 1] +
                                             c3 * inCurr_s[threadIdx.y + 1][threadIdx.x] +
                                             c4 * inCurr_s[threadIdx.y - 1][threadIdx.x] + c5 * inPrev + c6 * inNext;
            }
        }
        __syncthreads();
        inPrev = inCurr;
        inCurr = inNext;
        inCurr_s[threadIdx.y][threadIdx.x] = inNext;
    }
}

void sketch()
{
    unsigned int N = 7;
    float *d_in, *d_out;
    cudaMalloc(&d_in, N * N * N * sizeof(float));
    cudaMalloc(&d_out, N * N * N * sizeof(float));
    dim3 grid((N + OUT_TILE_DIM - 1) / OUT_TILE_DIM, (N + OUT_TILE_DIM - 1) / OUT_TILE_DIM,
              (N + OUT_TILE_DIM - 1) / OUT_TILE_DIM);
    stencil_register<<<grid, dim3(IN_TILE_DIM, IN_TILE_DIM, 1)>>>(d_in, d_out, N);
    cudaDeviceSynchronize();
}
