/* What the host part does to memory of the device without asking: it follows a device pointer,
 * which is no address and stops it; or it looks at memory that both sides see while a kernel or a
 * copy may still be at it. Such memory is closed until the program waits for the device. */
#include "exec/runtime/talk.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

typedef struct Region {
    char *start;
    size_t bytes;
    unsigned number; /* of its allocation */
    bool is_closed;
} Region;

static Region *regions;
static int region_count, region_capacity;
static struct sigaction before;

static Region *region_at(const void *address)
{
    for (int i = 0; i < region_count; ++i)
        if ((const char *)address >= regions[i].start &&
            (const char *)address < regions[i].start + regions[i].bytes)
            return &regions[i];
    return NULL;
}

void tilestep_watch(void *start, size_t bytes, unsigned number)
{
    if (region_count == region_capacity) {
        region_capacity = region_capacity ? 2 * region_capacity : 16;
        regions = realloc(regions, (size_t)region_capacity * sizeof *regions);
        if (!regions)
            abort();
    }
    regions[region_count++] = (Region){start, bytes, number, false};
}

void tilestep_unwatch(void *start)
{
    Region *region = region_at(start);
    if (region)
        *region = regions[--region_count];
}

static void set_closed(Region *region, bool is_closed)
{
    if (region->is_closed == is_closed)
        return;
    mprotect(region->start, region->bytes, is_closed ? PROT_NONE : PROT_READ | PROT_WRITE);
    region->is_closed = is_closed;
}

void tilestep_close(const uint8_t *written, size_t bytes)
{
    for (int i = 0; i < region_count; ++i)
        if (tilestep_has_written(written, bytes, regions[i].number))
            set_closed(&regions[i], true);
}

void tilestep_close_at(const void *address)
{
    Region *region = region_at(address);
    if (region)
        set_closed(region, true);
}

void tilestep_open(void)
{
    for (int i = 0; i < region_count; ++i)
        set_closed(&regions[i], false);
}

/* ---- faults of the program ---- */

/* A device pointer among the registers, which is what a stopped instruction was about to follow. */
static uint64_t pointer_in(const ucontext_t *context, uint64_t *at, uint64_t *stack)
{
    *at = *stack = 0;
#if defined(__x86_64__)
    *at = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
    *stack = (uint64_t)context->uc_mcontext.gregs[REG_RSP];
    for (int i = 0; i < NGREG; ++i) {
        uint64_t value = (uint64_t)context->uc_mcontext.gregs[i];
        if (value >> 56 == 1 && value & EXEC_DEVICE_BIT)
            return value;
    }
#else
    (void)context;
#endif
    return 0;
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    uint64_t at, stack, pointer = pointer_in(context, &at, &stack);
    Region *region = region_at(info->si_addr);
    if (region && region->is_closed) {
        tilestep_ask(EXEC_TELL, (uint64_t[EXEC_WORDS]){EXEC_TOLD_EARLY, at + 1}, NULL, 0, NULL);
        tilestep_open();
        return;
    }
    if (pointer)
        tilestep_ask(EXEC_TELL, (uint64_t[EXEC_WORDS]){EXEC_TOLD_HOST_READS, at + 1, pointer}, NULL,
                     0, NULL);
    uint64_t address = pointer ? pointer : (uint64_t)(uintptr_t)info->si_addr;
    tilestep_ask(EXEC_TELL, (uint64_t[EXEC_WORDS]){EXEC_TOLD_CRASH, at + 1, address, stack}, NULL,
                 0, NULL);
    sigaction(number, &before, NULL); /* it faults again, as without us */
}

__attribute__((constructor)) static void watch_faults(void)
{
    static char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaltstack(&other, NULL);
    sigaction(SIGSEGV, &action, &before);
}
