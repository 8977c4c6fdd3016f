// Memory of the host that the device can reach, managed memory, and what a pointer is.
#include "show.h"

__global__ void add(int *data, int much)
{
    data[threadIdx.x] += much;
}

__managed__ int shared_by_both = 4;

static void tell(const char *what, const void *pointer)
{
    cudaPointerAttributes a;
    cudaError_t error = cudaPointerGetAttributes(&a, pointer);
    printf("%s: %s, type %d, device %d, %d %d\n", what, cudaGetErrorName(error), a.type, a.device,
           a.devicePointer == pointer, a.hostPointer == pointer);
}

static void pinned()
{
    int *h, *m, *d, own = 0, *page;
    printf("-- pinned\n");
    SHOW(cudaMallocHost(&h, 64));
    SHOW(cudaHostAlloc(&m, 64, cudaHostAllocMapped | cudaHostAllocPortable));
    SHOW(cudaHostGetDevicePointer(&d, m, 0));
    memset(h, 0, 64);
    memset(m, 0, 64);
    add<<<1, 16>>>(d, 3);
    add<<<1, 16>>>(h, 5);
    SHOW(cudaDeviceSynchronize());
    printf("%d %d\n", m[15], h[15]);
    unsigned flags = 99;
    SHOW(cudaHostGetFlags(&flags, m));
    printf("flags %u\n", flags & 3);
    tell("pinned", h);
    tell("inside", h + 3);
    SHOW(cudaHostAlloc(&d, 64, 1234));
    SHOW(cudaFree(h));
    SHOW(cudaFreeHost(h));
    SHOW(cudaFreeHost(m));
    SHOW(cudaFreeHost(&own));
    SHOW(cudaFreeHost(nullptr));
    page = (int *)aligned_alloc(4096, 8192);
    memset(page, 0, 8192);
    SHOW(cudaHostRegister(page, 8192, cudaHostRegisterMapped));
    SHOW(cudaHostRegister(page, 8192, cudaHostRegisterDefault));
    SHOW(cudaHostUnregister(page));
    SHOW(cudaHostUnregister(page));
    free(page);
}

static void managed()
{
    int *m, *d, device = 0;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    printf("-- managed\n");
    SHOW(cudaMallocManaged(&m, 64));
    for (int i = 0; i < 16; ++i)
        m[i] = i;
    SHOW(cudaMemAdvise(m, 64, cudaMemAdviseSetReadMostly, here));
    SHOW(cudaMemAdvise(m, 64, cudaMemAdviseUnsetReadMostly, here));
    SHOW(cudaMemPrefetchAsync(m, 64, here, 0));
    add<<<1, 16>>>(m, 10);
    SHOW(cudaMemPrefetchAsync(m, 64, host, 0));
    SHOW(cudaDeviceSynchronize());
    printf("%d %d\n", m[0], m[15]);
    SHOW(cudaMemset(m, 1, 8));
    SHOW(cudaDeviceSynchronize());
    printf("%d %d\n", m[1], m[2]);
    tell("managed", m);
    SHOW(cudaMallocManaged(&d, 64, 7));
    SHOW(cudaMallocManaged(&d, 0));
    SHOW(cudaFree(m));
    SHOW(cudaMemPrefetchAsync(&device, 4, here, 0));
    add<<<1, 1>>>(&shared_by_both, 2);
    SHOW(cudaDeviceSynchronize());
    printf("%d\n", shared_by_both);
    SHOW(cudaMalloc(&d, 64));
    tell("device", d);
    SHOW(cudaFree(d));
    tell("host", &device);
    tell("null", nullptr);
}

int main()
{
    pinned();
    managed();
}
