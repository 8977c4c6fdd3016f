// Memory that kernels take from the device's heap, and leave to the next launch.
#include <cstdio>

struct Node {
    int value;
    Node *next;
};

struct Pair {
    float a, b;
    __device__ Pair(float x) : a(x), b(2 * x) {}
    __device__ float sum() const { return a + b; }
};

__device__ Node *heads[32];

__global__ void build(float *out, int n)
{
    int *numbers = (int *)malloc(n * sizeof(int));
    float *many = new float[n];
    if (!numbers || !many)
        return;
    for (int i = 0; i < n; ++i) {
        numbers[i] = i * threadIdx.x;
        many[i] = numbers[i] / 2.0f;
    }
    Pair *pair = new Pair(threadIdx.x);
    int *one = new int(7), *none = new int;
    *none = *one + 1;
    out[threadIdx.x] = many[n - 1] + pair->sum() + *none;
    for (int i = 0; i < n; ++i)
        heads[threadIdx.x] = new Node{numbers[i], i ? heads[threadIdx.x] : nullptr};
    free(numbers);
    delete[] many;
    delete pair;
    delete one;
    delete none;
}

__global__ void follow(float *out)
{
    float sum = 0;
    for (Node *node = heads[threadIdx.x], *next; node; node = next) {
        sum += node->value;
        next = node->next;
        delete node;
    }
    out[threadIdx.x] += sum;
}

__global__ void too_much(float *out)
{
    out[0] = malloc(1ull << 40) == nullptr;
}

int main()
{
    float *out, got[32];
    size_t heap = 0;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    cudaMalloc(&out, 2 * sizeof got);
    build<<<1, 32>>>(out, 4);
    follow<<<1, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("%zu: %g %g %g\n", heap, got[0], got[1], got[31]);
    too_much<<<1, 1>>>(out);
    build<<<1, 32>>>(out + 1, 3);
    cudaMemcpy(got, out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g %s\n", got[0], got[1], cudaGetErrorName(cudaGetLastError()));
    cudaFree(out);
}
