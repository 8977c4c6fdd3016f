// Variables of the device by their names.
#include "show.h"

__device__ float numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int counter = 5;
__constant__ float weights[4] = {.5f, .25f};
struct Pair {
    int a;
    double b;
};
__constant__ Pair pair = {3, 4.5};
static __device__ int quiet;

__global__ void work()
{
    numbers[threadIdx.x] *= weights[threadIdx.x % 4];
    if (threadIdx.x == 0) {
        counter += pair.a;
        quiet = 11;
    }
}

int main()
{
    float h[8], w[4] = {1, 2, 3, 4}, *at;
    int n = 0, ordinary = 1;
    void *p;
    size_t size = 0;
    Pair other = {10, .5};
    cudaStream_t stream;
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaMemcpyFromSymbol(h, numbers, sizeof h));
    print("as they begin", h, 8);
    SHOW(cudaMemcpyToSymbol(weights, w, sizeof w));
    SHOW(cudaMemcpyToSymbol(weights, w + 3, sizeof(float), 2 * sizeof(float)));
    SHOW(cudaMemcpyToSymbolAsync(pair, &other, sizeof other, 0, cudaMemcpyHostToDevice, stream));
    SHOW(cudaStreamSynchronize(stream));
    work<<<1, 8>>>();
    SHOW(cudaMemcpyFromSymbol(h, numbers, 4 * sizeof(float), 4 * sizeof(float)));
    print("the second half", h, 4);
    SHOW(cudaMemcpyFromSymbolAsync(&n, counter, sizeof n, 0, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaStreamSynchronize(stream));
    printf("counter %d\n", n);
    SHOW(cudaMemcpyFromSymbol(&n, quiet, sizeof n));
    printf("quiet %d\n", n);
    SHOW(cudaGetSymbolAddress((void **)&at, numbers));
    SHOW(cudaGetSymbolSize(&size, numbers));
    printf("size %zu\n", size);
    SHOW(cudaGetSymbolSize(&size, pair));
    printf("size %zu\n", size);
    SHOW(cudaMemcpy(h, at + 2, sizeof(float), cudaMemcpyDeviceToHost));
    print("by its address", h, 1);
    SHOW(cudaMemset(at, 0, 8));
    SHOW(cudaMemcpyFromSymbol(h, numbers, sizeof h));
    print("set", h, 8);
    SHOW(cudaMemcpyToSymbol(numbers, at + 4, 8, 0, cudaMemcpyDeviceToDevice));
    SHOW(cudaMemcpyFromSymbol(h, numbers, sizeof h));
    print("from the device", h, 8);
    SHOW(cudaMemcpyToSymbol(numbers, h, sizeof h + 4));
    SHOW(cudaMemcpyToSymbol(numbers, h, sizeof h, 4));
    SHOW(cudaMemcpyToSymbol(numbers, h, 4, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpyFromSymbol(h, numbers, 4, 0, cudaMemcpyHostToDevice));
    SHOW(cudaGetSymbolAddress(&p, ordinary));
    SHOW(cudaGetSymbolSize(&size, ordinary));
    SHOW(cudaMemcpyToSymbol(ordinary, &n, sizeof n));
    SHOW(cudaStreamDestroy(stream));
}
