// How long a load from DRAM takes on the GPU at hand: one thread follows a chain of addresses through
// a buffer that is far larger than the caches, in random order, so that every load waits for the one
// before. assets/devices.txt has the latency of the H200 from here.
//
//   nvcc -O2 -o latency tests/gpu/latency.cu && ./latency
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { LINE_WORDS = 32, HOPS = 1 << 16 }; // a line of 128 bytes holds the number of the next

__global__ void chase(const uint32_t *chain, uint32_t *last, long long *cycles, uint64_t *ns)
{
    uint64_t began_ns, ended_ns;
    uint32_t at = *last; // goes on where the run before has ended: nothing is in a cache yet
    for (int i = 0; i < 1024; ++i)
        at = chain[(size_t)at * LINE_WORDS];
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began_ns));
    long long began = clock64();
    for (int i = 0; i < HOPS; ++i)
        at = chain[(size_t)at * LINE_WORDS];
    *last = at;
    *cycles = clock64() - began;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ended_ns));
    *ns = ended_ns - began_ns;
}

static void require(cudaError_t status)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(status));
        exit(2);
    }
}

// One circle through all lines, in random order.
static uint32_t *circle(uint32_t lines)
{
    uint32_t *next = (uint32_t *)malloc(lines * sizeof *next);
    uint32_t *chain = (uint32_t *)calloc((size_t)lines * LINE_WORDS, sizeof *chain);
    uint64_t seed = 1;
    for (uint32_t i = 0; i < lines; ++i)
        next[i] = i;
    for (uint32_t i = lines - 1; i > 0; --i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t other = (uint32_t)((seed >> 33) % i), kept = next[i];
        next[i] = next[other];
        next[other] = kept;
    }
    for (uint32_t i = 0; i < lines; ++i)
        chain[(size_t)i * LINE_WORDS] = next[i];
    free(next);
    return chain;
}

int main()
{
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0));
    printf("%s, L2 %d MiB\n", device.name, device.l2CacheSize >> 20);
    uint32_t *last;
    long long *cycles;
    uint64_t *ns;
    require(cudaMallocManaged(&last, sizeof *last));
    require(cudaMallocManaged(&cycles, sizeof *cycles));
    require(cudaMallocManaged(&ns, sizeof *ns));
    for (int mib = 128; mib <= 2048; mib *= 2) {
        *last = 0;
        uint32_t lines = (uint32_t)((size_t)mib << 20 >> 7), *chain = circle(lines), *on_device;
        size_t bytes = (size_t)lines * LINE_WORDS * sizeof *chain;
        require(cudaMalloc(&on_device, bytes));
        require(cudaMemcpy(on_device, chain, bytes, cudaMemcpyHostToDevice));
        for (int run = 0; run < 3; ++run) {
            chase<<<1, 1>>>(on_device, last, cycles, ns);
            require(cudaDeviceSynchronize());
        }
        printf("%5d MiB: %.1f cycles, %.1f ns a load\n", mib, (double)*cycles / HOPS,
               (double)*ns / HOPS);
        require(cudaFree(on_device));
        free(chain);
    }
    return 0;
}
