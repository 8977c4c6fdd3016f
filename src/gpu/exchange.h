/* Exchange: the memory that a job and its child share. Private to gpu.
 *
 * One anonymous file holds this struct, the order, and the arena, which the child fills, runs over
 * and leaves with the final bytes. The child only ever writes what stands here; the parent trusts
 * nothing of it: it checks that texts end and counts are in range.
 */
#pragma once

#include "gpu/gpu.h"

#include <stdatomic.h>

enum {
    EXCHANGE_FD = 3,              /* the child's number of the shared file */
    EXCHANGE_LIFE_FD = 4,         /* held open by the child as long as it lives */
    EXCHANGE_REASON_BYTES = 4096, /* of a reason, with its NUL */
    EXCHANGE_LOG_BYTES = 65536,   /* of the compiler's messages, likewise */
    EXCHANGE_PAGE_BYTES = 4096    /* parts of the file begin at multiples of it */
};

typedef struct Exchange {
    /* Filled by the parent; offsets are from the start of the Exchange. */
    uint64_t file_bytes;            /* of everything */
    uint64_t order_at, order_bytes; /* as order_write makes it */
    uint64_t arena_at, arena_bytes; /* the arenas of all launches together, */
    uint64_t stride_bytes;          /* this far apart */
    /* Filled by the child; fields of the same name as in GpuOutcome mean the same. */
    _Atomic uint32_t stage;         /* GpuStage */
    _Atomic uint32_t beat;          /* changes whenever something was finished */
    _Atomic uint32_t launches_done; /* whose final bytes are there */
    GpuProblem problem;             /* the first one */
    bool has_device;
    GpuDevice device;
    double compile_ms;
    bool is_from_cache;
    double kernel_ms, kernel_least_ms, kernel_most_ms;
    int32_t timed_launches, registers, local_bytes, static_shared_bytes;
    double library_ms;
    char library[GPU_NAME_BYTES];
    char reason[EXCHANGE_REASON_BYTES];
    char log[EXCHANGE_LOG_BYTES];
} Exchange;

/* The child's three ways to report: a problem, with its reason as a format of printf, of which the
 * first is kept (exchange_fail always returns false); that a stage begins; that something was
 * finished. */
bool exchange_fail(Exchange *exchange, GpuProblem problem, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void exchange_enter(Exchange *exchange, GpuStage stage);
void exchange_beat(Exchange *exchange);
