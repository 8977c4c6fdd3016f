// For reading, not for use: seven accesses to memory. Which of them are coalesced, which are not,
// and to which does the word not apply? Decide first, then look at the counted sectors.
//
//   a[i]   a_tile[...]   b[j * blockDim.x * gridDim.x + i]   c[4 * i + j]   bc_tile[...]
//   d[i + 8]   e[8 * i]
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK_SIZE 32
#define STEPS      4

__global__ void audit(const float *a, const float *b, const float *c, float *d, float *e)
{
    __shared__ float a_tile[BLOCK_SIZE];
    __shared__ float bc_tile[STEPS * BLOCK_SIZE];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a_tile[threadIdx.x] = a[i];
    for (int j = 0; j < STEPS; ++j) {
        float from_b = b[j * blockDim.x * gridDim.x + i];
        float from_c = c[4 * i + j];
        bc_tile[j * BLOCK_SIZE + threadIdx.x] = from_b + from_c;
    }
    __syncthreads();

    d[i + 8] = a_tile[threadIdx.x];
    e[8 * i] = bc_tile[STEPS * threadIdx.x];
}

static void require(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(2);
    }
}

static float *ascending(int count, int first)
{
    float *values = (float *)malloc(count * sizeof(float));
    for (int i = 0; i < count; ++i)
        values[i] = (float)(first + i);
    return values;
}

static float *upload(const float *values, int count)
{
    float *d_values;
    require(cudaMalloc(&d_values, count * sizeof(float)), "cudaMalloc");
    require(cudaMemcpy(d_values, values, count * sizeof(float), cudaMemcpyHostToDevice), "copy");
    return d_values;
}

static int count_wrong(const float *a, const float *b, const float *c, const float *d,
                       const float *e, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        int place = STEPS * (i % BLOCK_SIZE); // of bc_tile
        int j = place / BLOCK_SIZE, from = i - i % BLOCK_SIZE + place % BLOCK_SIZE;
        wrong += d[i + 8] != a[i];
        wrong += e[8 * i] != b[j * n + from] + c[4 * from + j];
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int blocks = 2;
    if (argc == 2)
        blocks = atoi(argv[1]);
    int n = blocks * BLOCK_SIZE;

    float *a = ascending(n, 1), *b = ascending(4 * n, 1000), *c = ascending(4 * n, 5000);
    float *d = ascending(n + 8, 0), *e = ascending(8 * n, 0);
    float *d_a = upload(a, n), *d_b = upload(b, 4 * n), *d_c = upload(c, 4 * n);
    float *d_d = upload(d, n + 8), *d_e = upload(e, 8 * n);

    audit<<<blocks, BLOCK_SIZE>>>(d_a, d_b, d_c, d_d, d_e);
    require(cudaGetLastError(), "launch");

    require(cudaMemcpy(d, d_d, (n + 8) * sizeof(float), cudaMemcpyDeviceToHost), "copy d");
    require(cudaMemcpy(e, d_e, 8 * n * sizeof(float), cudaMemcpyDeviceToHost), "copy e");
    int wrong = count_wrong(a, b, c, d, e, n);
    printf("audit %d threads: %d of %d elements wrong\n", n, wrong, 2 * n);
    return wrong != 0;
}
