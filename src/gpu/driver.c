/* Opening libcuda, choosing a device, and putting its errors into words. */
#include "gpu/driver.h"

#include <dlfcn.h>
#include <stdio.h>

enum { OLDEST_CUDA = 11000 };

static bool load_functions(Driver *driver)
{
    const char *missing = NULL;
#define CUDA_FUNCTION(name, symbol, parameters)                                                    \
    *(void **)&driver->name = dlsym(driver->library, symbol);                                      \
    if (!driver->name)                                                                             \
        missing = symbol;
#include "gpu/driver.def"
    return !missing ||
           exchange_fail(driver->exchange, GPU_OLD_DRIVER,
                         "the NVIDIA driver lacks %s; install one of CUDA 11 or newer", missing);
}

static bool load_library(Driver *driver)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so",
                                        "/usr/lib/wsl/lib/libcuda.so.1"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !driver->library; ++i)
        driver->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return driver->library ||
           exchange_fail(driver->exchange, GPU_NO_DRIVER,
                         "no NVIDIA driver was found (libcuda.so.1); install it if this machine "
                         "has an NVIDIA GPU; everything else works without");
}

bool driver_check(const Driver *driver, CUresult result, const char *doing)
{
    static const struct {
        CUresult code;
        GpuProblem problem;
        const char *words;
    } faults[] = {
#define FAULT(code, problem, words) {code, GPU_##problem, words},
#include "gpu/fault.def"
    };
    if (result == CUDA_SUCCESS)
        return true;
    const char *name = NULL;
    if (driver->error_name(result, &name) != CUDA_SUCCESS || !name)
        name = "unknown error";
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i)
        if (faults[i].code == result)
            return exchange_fail(driver->exchange, faults[i].problem, "%s: %s (%s)", doing,
                                 faults[i].words, name);
    const char *text = NULL;
    if (driver->error_text(result, &text) != CUDA_SUCCESS || !text)
        text = "the driver gives no reason";
    return exchange_fail(driver->exchange, GPU_DRIVER_ERROR, "%s: %s (%s, %d)", doing, text, name,
                         (int)result);
}

static int attribute(const Driver *driver, CUdevice_attribute which)
{
    int value = 0;
    return driver->device_attribute(&value, which, driver->device) == CUDA_SUCCESS ? value : 0;
}

static void describe_limits(const Driver *driver, GpuDevice *d)
{
    d->sm_count = attribute(driver, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    d->threads_per_sm = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    d->threads_per_block = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    d->blocks_per_sm = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    d->registers_per_sm = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    d->registers_per_block = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    d->shared_per_sm_bytes =
        attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    d->shared_per_block_bytes = attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    d->shared_per_block_optin_bytes =
        attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    d->shared_reserved_per_block_bytes =
        attribute(driver, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
}

static void describe_device(Driver *driver)
{
    GpuDevice *d = &driver->exchange->device;
    size_t bytes = 0;
    driver->device_name(d->name, GPU_NAME_BYTES, driver->device);
    driver->device_memory(&bytes, driver->device);
    d->memory_bytes = bytes;
    d->major = attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    d->minor = attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    describe_limits(driver, d);
    d->clock_mhz = attribute(driver, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1e3;
    d->memory_clock_mhz = attribute(driver, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) / 1e3;
    d->memory_bus_bits = attribute(driver, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    d->l2_bytes = attribute(driver, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    d->driver_cuda = driver->version;
    driver->exchange->has_device = true;
}

bool driver_open(Driver *driver, Exchange *exchange)
{
    driver->exchange = exchange;
    int count = 0;
    if (!load_library(driver) || !load_functions(driver))
        return false;
    if (!driver_check(driver, driver->init(0), "opening the driver") ||
        !driver_check(driver, driver->device_count(&count), "looking for GPUs"))
        return false;
    if (!count)
        return driver_check(driver, CUDA_ERROR_NO_DEVICE, "looking for GPUs");
    driver->driver_version(&driver->version);
    if (driver->version < OLDEST_CUDA)
        return exchange_fail(exchange, GPU_OLD_DRIVER,
                             "the NVIDIA driver is for CUDA %d.%d; install one of CUDA 11 or newer",
                             driver->version / 1000, driver->version / 10 % 100);
    if (!driver_check(driver, driver->device_get(&driver->device, 0), "choosing the GPU"))
        return false;
    describe_device(driver);
    return true;
}

bool driver_attach(Driver *driver)
{
    CUcontext context;
    return driver_check(driver, driver->context_retain(&context, driver->device),
                        "taking the GPU") &&
           driver_check(driver, driver->context_set(context), "taking the GPU");
}

void driver_detach(Driver *driver)
{
    driver->context_release(driver->device);
}
