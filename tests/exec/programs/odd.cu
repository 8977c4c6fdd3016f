// What a process can do that a runtime has to live with, chosen by the first word.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "part.h"

__global__ void fill(int *out, int value)
{
    out[threadIdx.x] = value;
}

__global__ void forever(volatile int *flag)
{
    while (*flag)
        *flag = 3;
}

__global__ void run_away(int *out)
{
    for (long i = threadIdx.x;; i += 1 << 22)
        out[i] = 1;
}

__global__ void add_to_each(int **cells, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *cells[i] += i;
}

template <typename T> __global__ void add_one(const T *in, T *out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1;
}

struct Lock {
    int *taken;
    __device__ void take()
    {
        while (atomicCAS(taken, 0, 1))
            ;
    }
    __device__ void give() { atomicExch(taken, 0); }
};

__global__ void count_locked(Lock *locks, int *count)
{
    locks[blockIdx.x % 2].take();
    atomicAdd(&count[blockIdx.x % 2], 1);
    locks[blockIdx.x % 2].give();
}

__global__ void stop(int *out)
{
    assert(out[0] == 4);
}

int main(int, char **argv)
{
    std::string name = argv[1];
    int *d, h = 0;
    if (cudaMalloc(&d, 32 * sizeof(int)))
        return 9;
    fill<<<1, 32>>>(d, 3);
    if (name == "crash")
        abort();
    if (name == "exit in a thread")
        std::thread([] { exit(5); }).join();
    if (name == "fork") {
        pid_t child = fork();
        if (!child)
            _exit(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost) == cudaErrorInitializationError ? 0 : 1);
        int status;
        waitpid(child, &status, 0);
        printf("child %d\n", WEXITSTATUS(status));
    }
    if (name == "threads") {
        std::thread other([&] { fill<<<1, 32>>>(d, 8); });
        other.join();
    }
    if (name == "forever")
        forever<<<1, 1>>>(d);
    if (name == "run away") {
        run_away<<<2, 64>>>(d);
        printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    }
    if (name == "pool and nodes") {
        cudaMemPool_t pool;
        cudaGraph_t graph;
        cudaStream_t stream;
        cudaGraphNode_t nodes[3];
        unsigned long long most = 1 << 20;
        size_t all = 0, some = 3;
        printf("%d ", cudaDeviceGetDefaultMemPool(&pool, 0));
        printf("%d\n", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &most));
        cudaStreamCreate(&stream);
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        fill<<<1, 32, 0, stream>>>(d, 6);
        fill<<<1, 32, 0, stream>>>(d, 3);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphGetNodes(graph, nullptr, &all);
        cudaGraphGetNodes(graph, nodes, &some);
        printf("%zu %zu %d\n", all, some, nodes[2] == nullptr);
        cudaGraphDestroy(graph);
        cudaMemPoolProps properties = {};
        int *ours = nullptr;
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location.type = cudaMemLocationTypeDevice;
        cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &(most = 0));
        cudaMemPoolCreate(&pool, &properties);
        cudaMallocFromPoolAsync(&ours, sizeof(int), pool, stream);
        cudaMemsetAsync(ours, 0, sizeof(int), stream);
        cudaFreeAsync(ours, stream);
        printf("%llu %d ", most, cudaMemPoolDestroy(pool));
        printf("%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(1, 0)));
        cudaStreamDestroy(stream);
    }
    if (name == "cooperative") {
        int value = 7;
        void *arguments[] = {&d, &value};
        for (int blocks : {132 * 32, 132 * 32 + 1})
            printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(fill, dim3(blocks), dim3(32), arguments)));
    }
    if (name == "assert") {
        stop<<<1, 1>>>(d);
        printf("%s, then %s\n", cudaGetErrorName(cudaGetLastError()),
               cudaGetErrorName(cudaDeviceSynchronize()));
    }
    if (name == "too much")
        printf("%s\n", cudaGetErrorName(cudaMalloc(&d, (size_t)1 << 50)));
    if (name == "many" || name == "one beside") {
        enum { COUNT = 5000 };
        int *cells[COUNT], **on_device, value, sum = 0;
        for (int *&cell : cells) {
            cudaMalloc(&cell, sizeof *cell);
            cudaMemset(cell, 0, sizeof *cell);
        }
        int *beside = cells[700];
        cells[700] += name == "one beside";
        cudaMalloc(&on_device, sizeof cells);
        cudaMemcpy(on_device, cells, sizeof cells, cudaMemcpyHostToDevice);
        add_to_each<<<20, 256>>>(on_device, COUNT);
        cells[700] = beside;
        for (int *cell : cells) {
            cudaMemcpy(&value, cell, sizeof value, cudaMemcpyDeviceToHost);
            sum += value;
            cudaFree(cell);
        }
        cudaFree(on_device);
        printf("%d, %s\n", sum, cudaGetErrorName(cudaGetLastError()));
    }
    if (name == "locks") {
        Lock locks[2], *on_device;
        int counts[2];
        for (Lock &lock : locks) {
            cudaMalloc(&lock.taken, sizeof(int));
            cudaMemset(lock.taken, 0, sizeof(int));
        }
        cudaMalloc(&on_device, sizeof locks);
        cudaMemcpy(on_device, locks, sizeof locks, cudaMemcpyHostToDevice);
        cudaMemset(d, 0, sizeof counts);
        count_locked<<<8, 1>>>(on_device, d);
        printf("%s ", cudaGetErrorName(cudaMemcpy(counts, d, sizeof counts, cudaMemcpyDefault)));
        printf("%d %d\n", counts[0], counts[1]);
    }
    if (name == "-8888") { // what unset memory holds in a window
        float *half, *sums, numbers[32];
        cudaMalloc(&half, 64 * sizeof(float));
        cudaMalloc(&sums, 64 * sizeof(float));
        fill<<<1, 32>>>((int *)half, 0xc60ae000);
        add_one<<<1, 32>>>(half, sums);
        cudaMemcpy(numbers, half, sizeof numbers, cudaMemcpyDeviceToHost);
        cudaMemcpy(sums + 32, numbers, sizeof numbers, cudaMemcpyHostToDevice);
        cudaMemcpy(&h, sums + 40, sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(numbers + 1, sums, sizeof *numbers, cudaMemcpyDeviceToHost);
        printf("%g %g %x\n", numbers[0], numbers[1], h);
        cudaFree(half);
        cudaFree(sums);
    }
    if (name == "unset doubles" || name == "set doubles") {
        double *half, *sums, numbers[32] = {2, 3};
        cudaMalloc(&half, 64 * sizeof(double));
        cudaMalloc(&sums, 64 * sizeof(double));
        cudaMemcpy(half, numbers, sizeof numbers, cudaMemcpyHostToDevice);
        add_one<<<1, 32>>>(name == "set doubles" ? half : half + 1, sums);
        cudaMemcpy(numbers, sums, sizeof numbers, cudaMemcpyDeviceToHost);
        printf("%g %g\n", numbers[0], numbers[31]);
        cudaFree(half);
        cudaFree(sums);
    }
    if (name == "bus") {
        cudaDeviceProp facts;
        cudaGetDeviceProperties(&facts, 0);
        printf("%d\n", facts.memoryBusWidth);
    }
    if (name == "parts")
        printf("part %d\n", twice(d));
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
    return 0;
}
