/* cuBLAS as the reference line: the same product by the library that experts use. Without it there
 * is just no line. */
#include "gpu/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { REPEATS = 10, WARM_UPS = 2, NO_TRANSPOSE = 0 };

typedef struct Library {
    void *handle; /* cublasHandle_t */
    int (*create)(void **handle);
    int (*version)(void *handle, int *version);
    int (*product)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                   const float *alpha, const float *a, int lda, const float *b, int ldb,
                   const float *beta, float *c, int ldc);
    CUdeviceptr M, N, P;
    int m, k, n;
} Library;

static void *open_library(void)
{
    static const char *const names[] = {"libcublas.so.13",
                                        "libcublas.so.12",
                                        "libcublas.so.11",
                                        "/usr/local/cuda/lib64/libcublas.so.13",
                                        "/usr/local/cuda/lib64/libcublas.so.12",
                                        "/usr/local/cuda/lib64/libcublas.so.11"};
    void *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; ++i)
        found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return found;
}

static bool load_library(Library *library)
{
    void *found = open_library();
    if (!found)
        return false;
    *(void **)&library->create = dlsym(found, "cublasCreate_v2");
    *(void **)&library->version = dlsym(found, "cublasGetVersion_v2");
    *(void **)&library->product = dlsym(found, "cublasSgemm_v2");
    return library->create && library->version && library->product &&
           library->create(&library->handle) == 0;
}

static bool take_matrix(Device *device, CUdeviceptr *matrix, int64_t rows, int64_t columns)
{
    size_t count = (size_t)(rows * columns);
    const unsigned one = 0x3f800000; /* 1.0f */
    return device->driver->memory_alloc(matrix, count * sizeof(float)) == CUDA_SUCCESS &&
           device->driver->fill_words(*matrix, one, count) == CUDA_SUCCESS;
}

/* cuBLAS stores by columns, where the bytes of a matrix stored by rows are its transpose: P = M x N
 * by rows is the product of N and M in this order by columns. */
static bool one_product(Device *device, void *context)
{
    (void)device;
    Library *l = context;
    const float one = 1, zero = 0;
    return l->product(l->handle, NO_TRANSPOSE, NO_TRANSPOSE, l->n, l->m, l->k, &one,
                      (const float *)(uintptr_t)l->N, l->n, (const float *)(uintptr_t)l->M, l->k,
                      &zero, (float *)(uintptr_t)l->P, l->n) == 0;
}

static bool time_products(Device *device, Library *library)
{
    double times[REPEATS];
    for (int i = -WARM_UPS; i < REPEATS; ++i) {
        double ms = device_stopwatch(device, one_product, library);
        if (ms < 0)
            return false;
        exchange_beat(device->exchange);
        if (i >= 0)
            times[i] = ms;
    }
    device->exchange->library_ms = times_median(times, REPEATS);
    return true;
}

static void give_back(Device *device, const Library *library)
{
    const CUdeviceptr matrices[] = {library->M, library->N, library->P};
    for (int i = 0; i < 3; ++i)
        if (matrices[i])
            device->driver->memory_free(matrices[i]);
}

static void explain(Device *device, const char *words)
{
    snprintf(device->exchange->library, sizeof device->exchange->library, "%s", words);
}

void library_time(Device *device)
{
    const GpuOrder *order = device->order;
    Library library = {.m = (int)order->m, .k = (int)order->k, .n = (int)order->n};
    int version = 0;
    if (order->m <= 0 || order->k <= 0 || order->n <= 0)
        return;
    exchange_enter(device->exchange, GPU_LIBRARY);
    if (!load_library(&library)) {
        explain(device, "cuBLAS was not found (libcublas.so)");
        return;
    }
    library.version(library.handle, &version);
    if (!take_matrix(device, &library.M, order->m, order->k) ||
        !take_matrix(device, &library.N, order->k, order->n) ||
        !take_matrix(device, &library.P, order->m, order->n))
        explain(device, "no room on the GPU for cuBLAS's matrices");
    else if (!time_products(device, &library))
        explain(device, "cuBLAS failed");
    else
        explain(device,
                arena_printf(device->arena, "cuBLAS %d.%d", version / 10000, version / 100 % 100));
    give_back(device, &library);
}
