/* Exchange: the memory that a job and its child share. Private to gpu.
 *
 * One anonymous file holds this struct, the order, and the arena, which the child fills, runs over
 * and leaves with the final bytes. The child only ever writes what stands here; the parent trusts
 * no more than that texts end and counts are in range.
 */
#ifndef TILESTEP_GPU_EXCHANGE_H
#define TILESTEP_GPU_EXCHANGE_H

#include "gpu/gpu.h"

#include <stdatomic.h>

enum {
    EXCHANGE_FD = 3,      /* the child's number of the shared file */
    EXCHANGE_LIFE_FD = 4, /* held open by the child as long as it lives */
    EXCHANGE_REASON_BYTES = 4096,
    EXCHANGE_LOG_BYTES = 65536,
    EXCHANGE_PAGE_BYTES = 4096
};

typedef struct Exchange {
    uint64_t file_bytes;
    uint64_t order_at, order_bytes;
    uint64_t arena_at, arena_bytes; /* of all launches together, */
    uint64_t stride_bytes;          /* this far apart */
    _Atomic uint32_t stage;         /* GpuStage */
    _Atomic uint32_t beat;          /* changes whenever something was finished */
    _Atomic uint32_t launches_done; /* whose final bytes are there */
    GpuProblem problem;
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

/* The child's three ways to report. exchange_fail keeps the first problem and returns false. */
bool exchange_fail(Exchange *exchange, GpuProblem problem, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void exchange_enter(Exchange *exchange, GpuStage stage);
void exchange_beat(Exchange *exchange);

#endif
