/* A driver without a GPU: memory is the host's, and a "kernel" is one of the few C functions below,
 * chosen by name. FAKE_CUDA names what goes wrong, as a list of words:
 *   no-device, old (supports CUDA 10), init=N, alloc=N, load=N (that CUresult), cc=75,
 *   slow-init (never returns), many-registers, races (some launches of tiled go wrong) */
#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *wish(const char *word)
{
    const char *wishes = getenv("FAKE_CUDA");
    const char *found = wishes ? strstr(wishes, word) : NULL;
    return found ? found + strlen(word) : NULL;
}

static CUresult wished_result(const char *word)
{
    const char *number = wish(word);
    return number ? (CUresult)atoi(number) : CUDA_SUCCESS;
}

/* Nothing here has a prototype of its own: the tests only ever meet these through dlsym. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#undef cuDeviceTotalMem
#undef cuDevicePrimaryCtxRelease
#undef cuModuleGetGlobal
#undef cuMemAlloc
#undef cuMemFree
#undef cuMemcpyHtoD
#undef cuMemcpyDtoH
#undef cuMemcpyDtoD
#undef cuMemsetD32
#undef cuEventElapsedTime

CUresult cuInit(unsigned flags)
{
    (void)flags;
    while (wish("slow-init"))
        pause();
    return wished_result("init=");
}

CUresult cuDriverGetVersion(int *version)
{
    *version = wish("old") ? 10020 : 13000;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count)
{
    *count = wish("no-device") ? 0 : 1;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    (void)device;
    snprintf(name, (size_t)size, "Fake GPU");
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    (void)device;
    int capability = wish("cc=") ? atoi(wish("cc=")) : 90;
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = capability / 10; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = capability % 10; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 2; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1000000; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    default: *value = 7;
    }
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    (void)device;
    *bytes = (size_t)1 << 30;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    (void)device;
    *context = NULL;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    (void)device;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    (void)context;
    return CUDA_SUCCESS;
}

static CUresult pending;
static float global_values[4] = {1, 2, 3, 4};

CUresult cuCtxSynchronize(void)
{
    return pending;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    (void)image;
    *module = NULL;
    return wished_result("load=");
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    static char names[4][64];
    static int count;
    (void)module;
    snprintf(names[count % 4], sizeof names[0], "%s", name);
    *function = (CUfunction)names[count++ % 4];
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module,
                              const char *name)
{
    (void)module;
    (void)name;
    *address = (CUdeviceptr)(uintptr_t)global_values;
    *bytes = sizeof global_values;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    (void)function;
    bool is_big = wish("many-registers");
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS                ? (is_big ? 255 : 24)
             : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? (is_big ? 2 : 1024)
                                                                    : 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    (void)function;
    (void)attribute;
    (void)value;
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    if (wish("alloc="))
        return wished_result("alloc=");
    *address = (CUdeviceptr)(uintptr_t)aligned_alloc(512, (bytes + 511) / 512 * 512);
    return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFree_v2(CUdeviceptr address)
{
    free((void *)(uintptr_t)address);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned word, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        ((unsigned *)(uintptr_t)to)[i] = word;
    return CUDA_SUCCESS;
}

/* Kernels: f(float *a, int n, float factor) unless said otherwise. */

static void scale(void **arguments)
{
    float *a = *(float **)arguments[0], factor = *(float *)arguments[2];
    for (int i = 0; i < *(int *)arguments[1]; ++i)
        a[i] *= factor;
}

/* Writes the word before the buffer and the word after it. */
static void stray(void **arguments)
{
    float *a = *(float **)arguments[0];
    a[-1] = 5;
    a[*(int *)arguments[1]] = 6;
}

static void use_global(void **arguments)
{
    (*(float **)arguments[0])[0] = global_values[1];
    global_values[2] = 77;
}

/* s(struct { int n; float *a; }) */
static void use_struct(void **arguments)
{
    struct {
        int n;
        float *a;
    } s;
    memcpy(&s, arguments[0], sizeof s);
    for (int i = 0; i < s.n; ++i)
        s.a[i] = 9;
}

static void hang(void **arguments)
{
    (void)arguments;
    for (;;)
        pause();
}

static void crash(void **arguments)
{
    (void)arguments;
    abort();
}

static void fault(void **arguments)
{
    (void)arguments;
    pending = CUDA_ERROR_ILLEGAL_ADDRESS;
}

static void talk(void **arguments)
{
    (void)arguments;
    printf("thread 0 says hello\n");
    fflush(stdout);
}

/* tiled(M, N, P, j, k, l): the product; with "races" the launches 1, 2 and 4 lose a term of some
 * cells. */
static void tiled(void **arguments)
{
    static int launches;
    float *m = *(float **)arguments[0], *n = *(float **)arguments[1], *p = *(float **)arguments[2];
    int rows = *(int *)arguments[3], terms = *(int *)arguments[4], columns = *(int *)arguments[5];
    bool is_wrong = wish("races") && (launches == 0 || launches == 1 || launches == 3);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            bool loses = is_wrong && row % 4 == 1 && column % 5 == (launches ? 2 : column % 5);
            float sum = 0;
            for (int i = loses; i < terms; ++i)
                sum += m[row * terms + i] * n[i * columns + column];
            p[row * columns + column] = sum;
        }
    ++launches;
}

/* count(int *a): counts its launches in the variable of the file, and in a. */
static void count(void **arguments)
{
    int *a = *(int **)arguments[0];
    int launches;
    memcpy(&launches, global_values, sizeof launches);
    a[0] = ++launches;
    memcpy(global_values, &launches, sizeof launches);
    printf("%d\n", launches);
    fflush(stdout);
}

/* Computes nothing: what is looked at is the time beside the library's. */
static void leave(void **arguments)
{
    (void)arguments;
}

/* Goes well once; the first timed launch then hangs. */
static void hang_later(void **arguments)
{
    static int launches;
    if (launches++)
        hang(arguments);
}

/* Takes the first letter of the file that FAKE_MOOD names: c crash, f fault, h hang; none:
 * scale. */
static void moody(void **arguments)
{
    const char *path = getenv("FAKE_MOOD");
    FILE *file = path ? fopen(path, "r+") : NULL;
    char letters[64] = "";
    size_t length = file ? fread(letters, 1, sizeof letters - 1, file) : 0;
    if (file) {
        rewind(file);
        fputs(length ? letters + 1 : "", file);
        fputc(' ', file);
        fclose(file);
    }
    switch (letters[0]) {
    case 'c': crash(arguments); break;
    case 'f': fault(arguments); break;
    case 'h': hang(arguments); break;
    default: scale(arguments);
    }
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **arguments, void **extra)
{
    static const struct {
        const char *name;
        void (*body)(void **arguments);
    } kernels[] = {{"scale", scale},           {"stray", stray},       {"use_global", use_global},
                   {"use_struct", use_struct}, {"hang", hang},         {"crash", crash},
                   {"fault", fault},           {"talk", talk},         {"hang_later", hang_later},
                   {"tiled", tiled},           {"count", count},       {"moody", moody},
                   {"wmma_product", leave},    {"mma_swizzled", leave}};
    (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
    (void)shared_bytes, (void)stream, (void)extra;
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i)
        if (!strcmp((const char *)function, kernels[i].name)) {
            kernels[i].body(arguments);
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared_bytes, CUstream stream,
                                   void **arguments)
{
    return cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes,
                          stream, arguments, NULL);
}

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    (void)flags;
    *event = (CUevent)1;
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    (void)event;
    (void)stream;
    return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event)
{
    (void)event;
    return pending;
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    static int calls;
    (void)start;
    (void)end;
    *ms = (float)(1 + calls++ % 3);
    return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult result, const char **name)
{
    *name = result == CUDA_ERROR_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR";
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult result, const char **text)
{
    (void)result;
    *text = "something is wrong";
    return CUDA_SUCCESS;
}

/* NVRTC asks for its own tables and must be told that there are none. */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)id;
    *table = NULL;
    return CUDA_ERROR_NOT_SUPPORTED;
}
