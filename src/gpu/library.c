/* cuBLAS as the reference line: the same product by the library that experts use. Without it there
 * is just no line. */
#include "gpu/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { REPEATS = 10, WARM_UPS = 2, NO_TRANSPOSE = 0, USUAL_ALGORITHM = -1 };

/* How cuBLAS calls an element (cudaDataType), what it sums up in (cublasComputeType_t), and ones
 * to fill a matrix with. */
typedef struct LibraryType {
    ScalarType type;
    int code, compute;
    unsigned ones;
} LibraryType;

static const LibraryType library_types[] = {{SCALAR_F32, 0, 68, 0x3f800000},
                                            {SCALAR_F64, 1, 70, 0x3ff00000},
                                            {SCALAR_F16, 2, 68, 0x3c003c00},
                                            {SCALAR_BF16, 14, 68, 0x3f803f80}};

static const LibraryType *type_of(ScalarType type)
{
    for (size_t i = 0; i < sizeof library_types / sizeof *library_types; ++i)
        if (library_types[i].type == type)
            return &library_types[i];
    return NULL;
}

typedef struct Library {
    void *handle; /* cublasHandle_t */
    int (*create)(void **handle);
    int (*version)(void *handle, int *version);
    /* cublasGemmEx; with elements of float it is the product of single precision */
    int (*product)(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                   const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type,
                   int ldb, const void *beta, void *c, int c_type, int ldc, int compute,
                   int algorithm);
    const LibraryType *factor, *sum;
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
    *(void **)&library->product = dlsym(found, "cublasGemmEx");
    return library->create && library->version && library->product &&
           library->create(&library->handle) == 0;
}

static bool take_matrix(Device *device, CUdeviceptr *matrix, int64_t rows, int64_t columns,
                        const LibraryType *of)
{
    size_t words = ((size_t)(rows * columns) * scalar_size_bytes(of->type) + 3) / 4;
    return device->driver->memory_alloc(matrix, words * 4) == CUDA_SUCCESS &&
           device->driver->fill_words(*matrix, of->ones, words) == CUDA_SUCCESS;
}

/* cuBLAS stores by columns, where the bytes of a matrix stored by rows are its transpose: P = M x N
 * by rows is the product of N and M in this order by columns. */
static bool one_product(Device *device, void *context)
{
    (void)device;
    Library *l = context;
    const double one = 1, zero = 0;
    const float one_float = 1, zero_float = 0;
    bool is_double = l->sum->type == SCALAR_F64;
    return l->product(l->handle, NO_TRANSPOSE, NO_TRANSPOSE, l->n, l->m, l->k,
                      is_double ? (const void *)&one : &one_float, (const void *)(uintptr_t)l->N,
                      l->factor->code, l->n, (const void *)(uintptr_t)l->M, l->factor->code, l->k,
                      is_double ? (const void *)&zero : &zero_float, (void *)(uintptr_t)l->P,
                      l->sum->code, l->n, l->sum->compute, USUAL_ALGORITHM) == 0;
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
    Library library = {.m = (int)order->m,
                       .k = (int)order->k,
                       .n = (int)order->n,
                       .factor = type_of(order->factor),
                       .sum = type_of(order->sum)};
    int version = 0;
    if (order->m <= 0 || order->k <= 0 || order->n <= 0)
        return;
    exchange_enter(device->exchange, GPU_LIBRARY);
    if (!library.factor || !library.sum) {
        explain(device, "cuBLAS has no product of such elements");
        return;
    }
    if (!load_library(&library)) {
        explain(device, "cuBLAS was not found (libcublas.so)");
        return;
    }
    library.version(library.handle, &version);
    if (!take_matrix(device, &library.M, order->m, order->k, library.factor) ||
        !take_matrix(device, &library.N, order->k, order->n, library.factor) ||
        !take_matrix(device, &library.P, order->m, order->n, library.sum))
        explain(device, "no room on the GPU for cuBLAS's matrices");
    else if (!time_products(device, &library))
        explain(device, "cuBLAS failed");
    else
        explain(device,
                arena_printf(device->arena, "cuBLAS %d.%d", version / 10000, version / 100 % 100));
    give_back(device, &library);
}
