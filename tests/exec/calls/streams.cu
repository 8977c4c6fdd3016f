// Streams, events and functions of the host in their order.
#include "show.h"

__global__ void set(int *p, int value)
{
    p[threadIdx.x] = value;
}

__global__ void add(int *p, const int *q)
{
    p[threadIdx.x] += q[threadIdx.x];
}

static void CUDART_CB note(void *text)
{
    printf("host function %s\n", (const char *)text);
}

static void CUDART_CB call_back(cudaStream_t, cudaError_t status, void *text)
{
    printf("callback %s, %s\n", (const char *)text, cudaGetErrorName(status));
}

static void streams()
{
    cudaStream_t a, b, c;
    int *p, *q, h[4] = {0}, priority = 9, least = 9, greatest = 9;
    unsigned flags = 9;
    printf("-- streams\n");
    SHOW(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    printf("priorities %d to %d\n", least, greatest);
    SHOW(cudaStreamCreate(&a));
    SHOW(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    SHOW(cudaStreamCreateWithPriority(&c, cudaStreamDefault, greatest));
    SHOW(cudaStreamGetPriority(c, &priority));
    SHOW(cudaStreamGetFlags(b, &flags));
    printf("priority %d, flags %u\n", priority, flags);
    SHOW(cudaStreamCreateWithFlags(&c, 77));
    SHOW(cudaMalloc(&p, 16));
    SHOW(cudaMalloc(&q, 16));
    cudaEvent_t ready;
    SHOW(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    set<<<1, 4, 0, a>>>(p, 3);
    SHOW(cudaEventRecord(ready, a));
    set<<<1, 4, 0, b>>>(q, 4);
    SHOW(cudaStreamWaitEvent(b, ready));
    add<<<1, 4, 0, b>>>(p, q);
    // Not shown: the functions may print before or after the calls have returned.
    cudaLaunchHostFunc(b, note, (void *)"one");
    cudaMemcpyAsync(h, p, 16, cudaMemcpyDeviceToHost, b);
    cudaStreamAddCallback(b, call_back, (void *)"two", 0);
    SHOW(cudaStreamSynchronize(b));
    SHOW(cudaStreamQuery(b));
    print("sum", h, 4);
    set<<<1, 4, 0, cudaStreamPerThread>>>(p, 8);
    SHOW(cudaStreamSynchronize(cudaStreamPerThread));
    set<<<1, 4, 0, cudaStreamLegacy>>>(q, 9);
    SHOW(cudaStreamSynchronize(0));
    SHOW(cudaMemcpy(h, p, 16, cudaMemcpyDeviceToHost));
    print("per thread", h, 1);
    SHOW(cudaEventDestroy(ready));
    SHOW(cudaStreamDestroy(a));
    SHOW(cudaStreamDestroy(b));
    SHOW(cudaStreamDestroy(c));
    SHOW(cudaFree(p));
    SHOW(cudaFree(q));
}

static void events()
{
    cudaEvent_t start, stop, blind;
    float ms = -1;
    int *p;
    printf("-- events\n");
    SHOW(cudaMalloc(&p, 16));
    SHOW(cudaEventCreate(&start));
    SHOW(cudaEventCreate(&stop, cudaEventBlockingSync));
    SHOW(cudaEventCreateWithFlags(&blind, cudaEventDisableTiming));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    SHOW(cudaEventQuery(start));
    SHOW(cudaEventSynchronize(start));
    SHOW(cudaEventRecord(start));
    set<<<1, 4>>>(p, 1);
    SHOW(cudaEventRecord(stop));
    SHOW(cudaEventSynchronize(stop));
    SHOW(cudaEventQuery(stop));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    printf("%s\n", ms >= 0 && ms < 10000 ? "some time" : "no time");
    SHOW(cudaEventRecord(blind));
    SHOW(cudaEventSynchronize(blind));
    SHOW(cudaEventElapsedTime(&ms, start, blind));
    SHOW(cudaEventCreateWithFlags(&blind, 999));
    SHOW(cudaEventRecordWithFlags(start, 0, cudaEventRecordDefault));
    SHOW(cudaEventDestroy(start));
    SHOW(cudaEventDestroy(stop));
    SHOW(cudaEventRecord(nullptr));
    SHOW(cudaFree(p));
}

int main()
{
    streams();
    events();
}
