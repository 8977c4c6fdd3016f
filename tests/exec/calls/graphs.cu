// Graphs: captured from streams and built by hand.
#include "show.h"

__global__ void add(int *p, int much)
{
    p[threadIdx.x] += much;
}

static void CUDART_CB note(void *text)
{
    printf("host function %s\n", (const char *)text);
}

static void captured(int *d)
{
    int h[4] = {0}, zero[4] = {0};
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    size_t count = 0;
    printf("-- captured\n");
    SHOW(cudaStreamCreate(&a));
    SHOW(cudaStreamCreate(&b));
    SHOW(cudaEventCreate(&fork));
    SHOW(cudaEventCreate(&join));
    SHOW(cudaStreamIsCapturing(a, &status));
    printf("status %d\n", status);
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SHOW(cudaStreamIsCapturing(a, &status));
    printf("status %d\n", status);
    SHOW(cudaMemcpyAsync(d, zero, 16, cudaMemcpyHostToDevice, a));
    add<<<1, 4, 0, a>>>(d, 1);
    SHOW(cudaEventRecord(fork, a));
    SHOW(cudaStreamWaitEvent(b, fork, 0));
    add<<<1, 2, 0, b>>>(d, 10);
    SHOW(cudaMemsetAsync(d + 3, 0, 4, a));
    SHOW(cudaEventRecord(join, b));
    SHOW(cudaStreamWaitEvent(a, join, 0));
    SHOW(cudaLaunchHostFunc(a, note, (void *)"in a graph"));
    SHOW(cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, a));
    SHOW(cudaStreamEndCapture(a, &graph));
    print("nothing is done yet", h, 4);
    SHOW(cudaGraphGetNodes(graph, nullptr, &count));
    printf("%zu nodes\n", count);
    SHOW(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; ++i)
        SHOW(cudaGraphLaunch(exec, a));
    SHOW(cudaStreamSynchronize(a));
    print("done", h, 4);
    SHOW(cudaGraphUpload(exec, a));
    SHOW(cudaGraphExecDestroy(exec));
    SHOW(cudaGraphDestroy(graph));
    SHOW(cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed));
    SHOW(cudaStreamSynchronize(a));
    SHOW(cudaStreamEndCapture(a, &graph));
    SHOW(cudaEventDestroy(fork));
    SHOW(cudaEventDestroy(join));
    SHOW(cudaStreamDestroy(a));
    SHOW(cudaStreamDestroy(b));
}

static void built(int *d)
{
    int h[4] = {1, 2, 3, 4}, out[4] = {0}, much = 100;
    void *arguments[] = {&d, &much};
    cudaGraph_t graph, other;
    cudaGraphExec_t exec;
    cudaGraphNode_t in, set, kernel, host, back, empty;
    cudaKernelNodeParams launch = {};
    cudaMemsetParams fill = {};
    cudaHostNodeParams call = {};
    size_t count = 0;
    printf("-- built\n");
    launch.func = (void *)add;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(4);
    launch.kernelParams = arguments;
    fill.dst = d + 2;
    fill.elementSize = 4;
    fill.value = 7;
    fill.width = 2;
    fill.height = 1;
    call.fn = note;
    call.userData = (void *)"built";
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphAddMemcpyNode1D(&back, graph, nullptr, 0, out, d, 16, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, d, h, 16, cudaMemcpyHostToDevice));
    SHOW(cudaGraphAddMemsetNode(&set, graph, &in, 1, &fill));
    SHOW(cudaGraphAddKernelNode(&kernel, graph, &set, 1, &launch));
    SHOW(cudaGraphAddHostNode(&host, graph, &kernel, 1, &call));
    SHOW(cudaGraphAddEmptyNode(&empty, graph, &host, 1));
#if CUDART_VERSION >= 13000
    SHOW(cudaGraphAddDependencies(graph, &empty, &back, nullptr, 1));
#else
    SHOW(cudaGraphAddDependencies(graph, &empty, &back, 1));
#endif
    SHOW(cudaGraphGetNodes(graph, nullptr, &count));
    printf("%zu nodes\n", count);
    SHOW(cudaGraphClone(&other, graph));
    SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    much = 5; // what a node was given is kept
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaDeviceSynchronize());
    print("done", out, 4);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaDeviceSynchronize());
    print("with other arguments", out, 4);
    SHOW(cudaGraphExecDestroy(exec));
    SHOW(cudaGraphInstantiate(&exec, other, 0));
    SHOW(cudaGraphLaunch(exec, 0));
    SHOW(cudaDeviceSynchronize());
    print("the clone", out, 4);
    SHOW(cudaGraphExecDestroy(exec));
    SHOW(cudaGraphDestroy(other));
    SHOW(cudaGraphDestroy(graph));
    launch.func = nullptr;
    SHOW(cudaGraphCreate(&graph, 0));
    SHOW(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
    SHOW(cudaGraphDestroy(graph));
}

int main()
{
    int *d;
    SHOW(cudaMalloc(&d, 16));
    captured(d);
    built(d);
    SHOW(cudaFree(d));
}
