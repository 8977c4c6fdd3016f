/* A word of bits is written only if it lacks one of those to be set, so that scalars that are read
 * again and again cost no more than a look at it. */
#include "count/wide/reads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct ReadBuffer {
    uint64_t start, end; /* in the arena */
    uint32_t scalar_bytes;
    uint64_t words;
    _Atomic uint64_t *bits;
} ReadBuffer;

struct Reads {
    int buffer_count;
    ReadBuffer buffers[];
};

static bool open_buffer(ReadBuffer *to, const Buffer *buffer)
{
    uint32_t size = scalar_size_bytes(buffer->type);
    to->start = buffer->offset_bytes;
    to->end = buffer->offset_bytes + buffer_bytes(buffer);
    to->scalar_bytes = size ? size : 1;
    to->words = buffer_bytes(buffer) / to->scalar_bytes / 64 + 1;
    to->bits = calloc(to->words, sizeof *to->bits);
    return to->bits;
}

Reads *reads_new(const Launch *launch, const bool *wanted)
{
    Reads *reads = calloc(1, sizeof *reads + (size_t)launch->buffer_count * sizeof *reads->buffers);
    if (!reads)
        return NULL;
    reads->buffer_count = launch->buffer_count;
    for (int i = 0; i < launch->buffer_count; ++i)
        if (wanted[i] && !open_buffer(&reads->buffers[i], &launch->buffers[i])) {
            reads_free(reads);
            return NULL;
        }
    return reads;
}

void reads_free(Reads *reads)
{
    for (int i = 0; reads && i < reads->buffer_count; ++i)
        free((void *)reads->buffers[i].bits);
    free(reads);
}

void reads_clear(Reads *reads)
{
    for (int i = 0; i < reads->buffer_count; ++i)
        for (uint64_t word = 0; word < reads->buffers[i].words && reads->buffers[i].bits; ++word)
            atomic_store_explicit(&reads->buffers[i].bits[word], 0, memory_order_relaxed);
}

static void note_scalars(ReadBuffer *buffer, uint64_t first, uint64_t last)
{
    for (uint64_t word = first / 64; word <= last / 64; ++word) {
        uint64_t from = word == first / 64 ? first % 64 : 0;
        uint64_t to = word == last / 64 ? last % 64 : 63;
        uint64_t mask = (UINT64_MAX << from) & (UINT64_MAX >> (63 - to));
        if ((atomic_load_explicit(&buffer->bits[word], memory_order_relaxed) & mask) != mask)
            atomic_fetch_or_explicit(&buffer->bits[word], mask, memory_order_relaxed);
    }
}

void reads_note(Reads *reads, uint64_t at, uint64_t size_bytes)
{
    for (int i = 0; i < reads->buffer_count; ++i) {
        ReadBuffer *buffer = &reads->buffers[i];
        uint64_t start = at > buffer->start ? at : buffer->start;
        uint64_t end = at + size_bytes < buffer->end ? at + size_bytes : buffer->end;
        if (buffer->bits && start < end)
            note_scalars(buffer, (start - buffer->start) / buffer->scalar_bytes,
                         (end - 1 - buffer->start) / buffer->scalar_bytes);
    }
}

void reads_note_step(Reads *reads, const Step *step)
{
    uint32_t lanes = step->instr->op == OP_LOAD ? step_lanes_in(step, SPACE_GLOBAL) : 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        reads_note(reads, step->arena[__builtin_ctz(left)], step->access_bytes);
}

bool reads_have(const Reads *reads, int buffer, uint64_t scalar)
{
    const ReadBuffer *from = &reads->buffers[buffer];
    return from->bits && scalar / 64 < from->words &&
           atomic_load_explicit(&from->bits[scalar / 64], memory_order_relaxed) >> scalar % 64 & 1;
}
