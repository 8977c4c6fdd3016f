/* Pools of memory. All memory comes from one place, so that a pool is a name and its settings,
 * which change nothing of what a program computes. */
#include "exec/runtime/talk.h"

#include <stdlib.h>

enum { THRESHOLD = 4 };

typedef struct Pool {
    int reuse[THRESHOLD]; /* [cudaMemPoolAttr] */
    uint64_t threshold;
} Pool;

static Pool standard = {{0, 1, 1, 1}, 0};
static Pool *chosen = &standard;

int cudaSetDevice(int device);

int cudaDeviceGetDefaultMemPool(Pool **pool, int device)
{
    *pool = &standard;
    return cudaSetDevice(device);
}

int cudaDeviceGetMemPool(Pool **pool, int device)
{
    *pool = chosen;
    return cudaSetDevice(device);
}

int cudaDeviceSetMemPool(int device, Pool *pool)
{
    chosen = pool;
    return cudaSetDevice(device);
}

int cudaMemPoolCreate(Pool **pool, const void *properties)
{
    (void)properties;
    *pool = malloc(sizeof **pool);
    if (!*pool)
        return tilestep_fail(cudaErrorInvalidValue);
    **pool = (Pool){{0, 1, 1, 1}, 0};
    return cudaSuccess;
}

int cudaMemPoolDestroy(Pool *pool)
{
    if (!pool || pool == &standard)
        return tilestep_fail(cudaErrorInvalidValue);
    chosen = chosen == pool ? &standard : chosen;
    free(pool);
    return cudaSuccess;
}

int cudaMemPoolSetAttribute(Pool *pool, int attribute, void *value)
{
    if (!pool || attribute < 1 || attribute > THRESHOLD)
        return tilestep_fail(cudaErrorInvalidValue);
    if (attribute == THRESHOLD)
        pool->threshold = *(uint64_t *)value;
    else
        pool->reuse[attribute] = *(int *)value;
    return cudaSuccess;
}

int cudaMemPoolGetAttribute(Pool *pool, int attribute, void *value)
{
    if (attribute > THRESHOLD)
        return tilestep_refuse("cudaMemPoolGetAttribute", EXEC_LIBRARY_RUNTIME, CALLER_ADDRESS);
    if (!pool || attribute < 1)
        return tilestep_fail(cudaErrorInvalidValue);
    if (attribute == THRESHOLD)
        *(uint64_t *)value = pool->threshold;
    else
        *(int *)value = pool->reuse[attribute];
    return cudaSuccess;
}

int cudaMemPoolTrimTo(Pool *pool, size_t bytes)
{
    (void)bytes;
    return pool ? cudaSuccess : tilestep_fail(cudaErrorInvalidValue);
}

int cudaMemPoolSetAccess(Pool *pool, const void *accesses, size_t count)
{
    (void)accesses;
    (void)count;
    return pool ? cudaSuccess : tilestep_fail(cudaErrorInvalidValue);
}
