// Calls of the runtime that a GPU answers, each printed with what it gives.
#include <cstdio>
#include <cstring>
#include <vector>

__constant__ float factors[4];
__device__ int counter = 7;

__global__ void scale(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * factors[i % 4];
    if (i == 0)
        atomicAdd(&counter, n);
}

namespace deep {
template <class T, int Step> __global__ void step(T *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += Step;
}
}

struct Node {
    int value;
    Node *next;
};

__global__ void follow(const Node *first, int *sum)
{
    for (const Node *node = first; node; node = node->next)
        *sum += node->value;
}

__global__ void rows(float *data, size_t pitch, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height)
        ((float *)((char *)data + y * pitch))[x] = x + 10 * y;
}

__global__ void say(int3 shape)
{
    printf("thread %d of %d %d %d\n", threadIdx.x, shape.x, shape.y, shape.z);
}

struct Unread { int a; float w[3]; };
__constant__ Unread unread = {7, {2.5f}}; // no kernel uses it

#define CHECK(call) do { cudaError_t e = call; if (e) printf("%s: %s\n", #call, cudaGetErrorString(e)); } while (0)

int main(int argc, char **argv)
{
    const int n = 100;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i)
        h[i] = i;
    float *a, *b, f[4] = {1, 2, 3, 4};
    CHECK(cudaMalloc(&a, n * sizeof(float)));
    CHECK(cudaMalloc(&b, n * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
    CHECK(cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    scale<<<4, 32>>>(a, b, n);
    deep::step<float, 5><<<4, 32>>>(b, n);
    CHECK(cudaMemcpy(h.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost));
    int count;
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    printf("%g %g %g counter %d\n", h[1], h[2], h[99], count);
    Unread first;
    CHECK(cudaMemcpyFromSymbol(&first, unread, sizeof first));
    printf("unread %d %g %g\n", first.a, first.w[0], first.w[2]);

    Node nodes[3], *d;
    int *sum, total = -1;
    CHECK(cudaMalloc(&d, sizeof nodes));
    CHECK(cudaMallocManaged(&sum, sizeof(int)));
    for (int i = 0; i < 3; ++i)
        nodes[i] = {i + 1, i < 2 ? d + i + 1 : nullptr};
    CHECK(cudaMemcpy(d, nodes, sizeof nodes, cudaMemcpyHostToDevice));
    *sum = 10;
    follow<<<1, 1>>>(d, sum);
    CHECK(cudaDeviceSynchronize());
    printf("sum %d\n", *sum);

    float *p, grid[3][5];
    size_t pitch;
    CHECK(cudaMallocPitch(&p, &pitch, 5 * sizeof(float), 3));
    rows<<<1, dim3(8, 4)>>>(p, pitch, 5, 3);
    CHECK(cudaMemcpy2D(grid, sizeof grid[0], p, pitch, sizeof grid[0], 3, cudaMemcpyDeviceToHost));
    printf("pitch %zu, %g %g\n", pitch, grid[1][2], grid[2][4]);

    say<<<1, 2>>>(make_int3(4, 5, 6));
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMemset(b, 0x3f, 8));
    CHECK(cudaMemcpy(&total, b, sizeof total, cudaMemcpyDeviceToHost));
    printf("set %x\n", total);

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    deep::step<int, 1><<<1, 1, 0, stream>>>(sum, 1);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("graph %d\n", *sum);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));

    cudaDeviceProp prop;
    int blocks, sms;
    CHECK(cudaGetDeviceProperties(&prop, 0));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
    printf("%s %d.%d, %d, %d blocks\n", prop.name, prop.major, prop.minor, sms, blocks);

    scale<<<1, 4096>>>(a, b, n);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(a, h.data(), 8, (cudaMemcpyKind)9)));
    cudaGetLastError();
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(d));
    CHECK(cudaFree(p));
    CHECK(cudaFree(sum));
    for (int i = 1; i < argc; ++i)
        printf("[%s]\n", argv[i]);
    char line[64];
    if (fgets(line, sizeof line, stdin))
        printf("read %s", line);
    return argc;
}
