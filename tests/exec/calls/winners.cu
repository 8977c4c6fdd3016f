// Lanes of a warp that store to one address: whose value stays. Launches that end with an error.
#include "show.h"
#include <cooperative_groups.h>
#include <cstring>

__global__ void shared_word(int *out, unsigned mask, int word)
{
    __shared__ int a[32];
    if (mask >> threadIdx.x & 1)
        a[word] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = a[word];
}

__global__ void global_word(int *out, unsigned mask)
{
    if (mask >> threadIdx.x & 1)
        *out = threadIdx.x;
}

__global__ void global_float4(float4 *out)
{
    float x = threadIdx.x;
    *out = make_float4(x, x, x, x);
}

__global__ void shared_double(double *out)
{
    __shared__ double a;
    a = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = a;
}

__global__ void global_bytes(char *out)
{
    out[threadIdx.x & 3] = threadIdx.x;
}

__global__ void __launch_bounds__(128) bounded(int *out)
{
    out[threadIdx.x] = 1;
}

__global__ void trap(int *out)
{
    if (threadIdx.x == 3)
        __trap();
    out[threadIdx.x] = 1;
}

__global__ void whole(int *out)
{
    cooperative_groups::this_grid().sync();
    out[threadIdx.x] = 1;
}

static void end_with(const char *error, int *out)
{
    if (!strcmp(error, "bounds"))
        bounded<<<1, 256>>>(out);
    else if (!strcmp(error, "trap"))
        trap<<<1, 32>>>(out);
    else
        whole<<<4, 32>>>(out);
    printf("%s: %s\n", error, cudaGetErrorName(cudaGetLastError()));
    printf("%s: %s\n", error, cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv)
{
    unsigned masks[] = {0xffffffff, 0x3ff, 0xfffffc00, 0x80000001, 0x00ff0000, 0xaaaaaaaa, 0x55550000};
    int *out, lane = -1;
    float four[4];
    double number;
    char bytes[4];
    cudaMalloc(&out, 1024);
    if (argc > 1) {
        end_with(argv[1], out);
        return 0;
    }
    for (unsigned mask : masks) {
        shared_word<<<1, 32>>>(out, mask, 13);
        cudaMemcpy(&lane, out, sizeof lane, cudaMemcpyDeviceToHost);
        printf("a word of shared memory, lanes %08x: %d\n", mask, lane);
        global_word<<<1, 32>>>(out, mask);
        cudaMemcpy(&lane, out, sizeof lane, cudaMemcpyDeviceToHost);
        printf("a word of global memory, lanes %08x: %d\n", mask, lane);
    }
    global_float4<<<1, 32>>>((float4 *)out);
    cudaMemcpy(four, out, sizeof four, cudaMemcpyDeviceToHost);
    printf("float4: %g %g %g %g\n", four[0], four[1], four[2], four[3]);
    shared_double<<<1, 32>>>((double *)out);
    cudaMemcpy(&number, out, sizeof number, cudaMemcpyDeviceToHost);
    printf("double: %g\n", number);
    global_bytes<<<1, 32>>>((char *)out);
    cudaMemcpy(bytes, out, sizeof bytes, cudaMemcpyDeviceToHost);
    printf("char: %d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    cudaFree(out);
    return 0;
}
