/* Address space where there is none to reserve: what is asked for is memory, zeroed. Of madvise
 * only what changes bytes is done. */
#pragma once

#include <stdlib.h>
#include <string.h>

enum {
    PROT_READ = 1,
    PROT_WRITE = 2,
    MAP_PRIVATE = 2,
    MAP_ANONYMOUS = 0x20,
    MAP_NORESERVE = 0x4000,
    MADV_DONTNEED = 4,
    MADV_HUGEPAGE = 14,
    MADV_NOHUGEPAGE = 15
};
#define MAP_FAILED ((void *)-1)

static inline void *mmap(void *at, size_t size, int protection, int flags, int file, long from)
{
    (void)at;
    (void)protection;
    (void)flags;
    (void)file;
    (void)from;
    void *bytes = calloc(1, size);
    return bytes ? bytes : MAP_FAILED;
}

static inline int munmap(void *bytes, size_t size)
{
    (void)size;
    free(bytes);
    return 0;
}

static inline int madvise(void *bytes, size_t size, int advice)
{
    if (advice == MADV_DONTNEED)
        memset(bytes, 0, size);
    return 0;
}
