/* Order: a request as it travels to the child, flat, without a Program. Private to gpu. */
#pragma once

#include "gpu/gpu.h"

/* A pointer inside an argument: the 8 bytes at `at` become the buffer's address on the device plus
 * the offset. */
typedef struct OrderPointer {
    uint64_t at; /* in the argument's bytes */
    int64_t offset_bytes;
    int32_t buffer; /* its index in the launch */
    int32_t zero;   /* so that there is no padding: pointers travel as bytes */
} OrderPointer;

/* One parameter of the kernel. */
typedef struct OrderArgument {
    void *bytes; /* as the kernel takes it, pointers not yet filled in */
    uint64_t size;
    OrderPointer *pointers;
    int pointer_count;
} OrderArgument;

/* Fields of the same name as in GpuRequest mean the same. */
typedef struct GpuOrder {
    bool is_query, fmad, unoptimised, separate; /* is_query: only describe the device */
    bool is_together;      /* the blocks wait for each other: all are started at once */
    int launches, repeats; /* launches: 1 at least */
    int64_t m, k, n;
    ScalarType factor, sum;
    DeviceSource source;
    OrderArgument *arguments;
    int argument_count;
    Launch launch; /* extents, shared bytes, buffers, arena; no arguments */
} GpuOrder;

/* The order for a request; points into the request and into the arena. */
GpuOrder order_from_request(Arena *arena, const GpuRequest *request);

/* Writes the order as bytes in the arena, *size of them, and reads one back, whose parts live in
 * the arena. Reading gives false if the bytes are no order: they are checked, not trusted. */
void *order_write(Arena *arena, const GpuOrder *order, size_t *size);
bool order_read(Arena *arena, const void *bytes, size_t size, GpuOrder *order);
