/* Memory of the program's own that it has registered with CUDA. It stays where it is; an allocation
 * beside it, of the same address, gets what it holds when a launch begins that is given a pointer
 * to it, and gives back what the launch has written. */
#include "exec/runtime/talk.h"

#include <stdlib.h>
#include <string.h>

typedef struct Registered {
    char *start;
    size_t bytes;
    void *device; /* the allocation */
    unsigned number;
    bool is_given; /* to the launch that runs */
} Registered;

static Registered *regions;
static int region_count;

int cudaHostRegister(void *pointer, size_t size, unsigned flags)
{
    char *start = pointer;
    ExecAnswer answer;
    (void)flags;
    if (!pointer || !size)
        return tilestep_fail(cudaErrorInvalidValue);
    for (int i = 0; i < region_count; ++i)
        if (start < regions[i].start + regions[i].bytes && regions[i].start < start + size)
            return tilestep_fail(cudaErrorHostMemoryAlreadyRegistered);
    Registered *more = realloc(regions, (size_t)(region_count + 1) * sizeof *regions);
    if (!more)
        return tilestep_fail(cudaErrorMemoryAllocation);
    regions = more;
    int error =
        tilestep_ask(EXEC_ALLOCATE, (uint64_t[EXEC_WORDS]){size, EXEC_MEMORY_REGISTERED, CALLER},
                     NULL, 0, &answer);
    if (error)
        return tilestep_fail(error);
    regions[region_count++] = (Registered){start, size, (void *)(uintptr_t)answer.words[0],
                                           (unsigned)answer.words[3], false};
    return tilestep_fail(tilestep_ask(
        EXEC_MAPPED, (uint64_t[EXEC_WORDS]){answer.words[0], (uint64_t)(uintptr_t)start}, NULL, 0,
        NULL));
}

int cudaHostUnregister(void *pointer)
{
    for (int i = 0; i < region_count; ++i)
        if (regions[i].start == pointer) {
            uint64_t device = (uint64_t)(uintptr_t)regions[i].device;
            regions[i] = regions[--region_count];
            return tilestep_fail(tilestep_ask(
                EXEC_FREE, (uint64_t[EXEC_WORDS]){device, EXEC_MEMORY_REGISTERED, CALLER}, NULL, 0,
                NULL));
        }
    return tilestep_fail(cudaErrorHostMemoryNotRegistered);
}

/* May something in the arguments be a pointer to it? */
static bool is_given(const Registered *region, const char *arguments, uint32_t bytes)
{
    for (uint32_t at = 0; at + sizeof(char *) <= bytes; ++at) {
        char *pointer;
        memcpy(&pointer, arguments + at, sizeof pointer);
        if (pointer >= region->start && pointer < region->start + region->bytes)
            return true;
    }
    return false;
}

void tilestep_give_registered(const void *arguments, uint32_t bytes)
{
    for (int i = 0; i < region_count; ++i) {
        Registered *region = &regions[i];
        TilestepCopy copy = {region->device, region->start, region->bytes, ANY_DIRECTION, 0};
        region->is_given = is_given(region, arguments, bytes);
        if (region->is_given)
            tilestep_copy(&copy, NULL);
    }
}

void tilestep_take_registered(const uint8_t *written, size_t bytes)
{
    for (int i = 0; i < region_count; ++i) {
        Registered *region = &regions[i];
        TilestepCopy copy = {region->start, region->device, region->bytes, ANY_DIRECTION, 0};
        if (region->is_given && tilestep_has_written(written, bytes, region->number))
            tilestep_copy(&copy, NULL);
    }
}
