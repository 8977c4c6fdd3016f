// Ways to launch a kernel, and what kernels can do: printf with numbers and letters, assert.
#include "show.h"

template <class T> __global__ void axpy(T a, const T *x, T *y)
{
    y[threadIdx.x] += a * x[threadIdx.x];
}

__global__ void reversed(int *data)
{
    extern __shared__ int own[];
    own[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = own[blockDim.x - 1 - threadIdx.x];
}

__global__ void sum_of_all(int *data, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
    atomicAdd(sum, data[i]);
}

__global__ void says(const char *text, float f, long long big, unsigned char c)
{
    printf("%d: %5.2f|%-6d|%06d|%x|%lld|%u|%s|%c|%%|%e|%g\n", (int)threadIdx.x, f, 42, -7, 255, big, c, "literal", 'z',
           12345.678, 1e-7);
    if (text)
        assert(text == nullptr || f < 10);
}

__device__ char variable[4] = {'d', 'e', 'v', 0};

__global__ void names(const char *given, const char **list, char letter)
{
    __shared__ char shared[8];
    char own[] = {'o', 'w', 'n', 0};
    if (threadIdx.x == 0)
        for (int i = 0; i < 7; ++i)
            shared[i] = i < 6 ? 'a' + i : 0;
    __syncthreads();
    printf("%s, %s, %s, %s, %s, %.3s, %8s|%-6s|%c%c", given, list[1], variable, shared + threadIdx.x, own, given, own,
           own, letter, '\n');
    given = nullptr;
    printf("%s\n", given);
}

int main()
{
    float fx[4] = {1, 2, 3, 4}, fy[4] = {0}, *x, *y, a = 2;
    int h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sum = 0, *d, *s;
    SHOW(cudaMalloc(&x, sizeof fx));
    SHOW(cudaMalloc(&y, sizeof fy));
    SHOW(cudaMalloc(&d, 64 * sizeof(int)));
    SHOW(cudaMalloc(&s, sizeof(int)));
    SHOW(cudaMemcpy(x, fx, sizeof fx, cudaMemcpyHostToDevice));
    SHOW(cudaMemset(y, 0, sizeof fy));
    void *arguments[] = {&a, &x, &y};
    SHOW(cudaLaunchKernel((void *)axpy<float>, dim3(1), dim3(4), arguments, 0, 0));
    SHOW(cudaLaunchKernel(axpy<float>, dim3(1), dim3(4), arguments));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(4);
    SHOW(cudaLaunchKernelEx(&config, axpy<float>, 10.f, (const float *)x, y));
    SHOW(cudaMemcpy(fy, y, sizeof fy, cudaMemcpyDeviceToHost));
    print("axpy", fy, 4);
    SHOW(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    reversed<<<1, 8, 8 * sizeof(int)>>>(d);
    SHOW(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    print("reversed", h, 8);
    SHOW(cudaMemset(s, 0, sizeof(int)));
    void *both[] = {&d, &s};
    SHOW(cudaLaunchCooperativeKernel((void *)sum_of_all, dim3(4), dim3(16), both, 0, 0));
    SHOW(cudaMemcpy(&sum, s, sizeof sum, cudaMemcpyDeviceToHost));
    printf("sum %d\n", sum);
    SHOW(cudaLaunchCooperativeKernel((void *)sum_of_all, dim3(100000), dim3(16), both, 0, 0));
    says<<<1, 2>>>(nullptr, 3.14159f, 1ll << 40, 200);
    SHOW(cudaDeviceSynchronize());
    char *text, **list;
    SHOW(cudaMallocManaged(&text, 32));
    SHOW(cudaMallocManaged(&list, 2 * sizeof(char *)));
    strcpy(text, "managed letters");
    list[1] = text + 8;
    names<<<1, 2>>>(text, (const char **)list, 'x');
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaFree(list));
    SHOW(cudaFree(text));
    for (void *p : {(void *)x, (void *)y, (void *)d, (void *)s})
        SHOW(cudaFree(p));
}
