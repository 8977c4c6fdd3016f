/* Agreement: the emulator's final memory beside that of another engine, a GPU, word by word. Both
 * have the same layout, so equal means equal bits at equal offsets. */
#pragma once

#include "vm/memory.h"

#define AGREEMENT_NO_ULPS UINT64_MAX

enum { AGREEMENT_FIRST = 16, AGREEMENT_CELLS_LIMIT = 1 << 24 };

/* One buffer. Scalars are those of Buffer.type; they are told by their index, from 0. */

typedef struct BufferAgreement {
    uint64_t total, different;       /* scalars */
    uint64_t first[AGREEMENT_FIRST]; /* the first that differ, in order */
    int first_count;
    double largest_difference; /* of values that are numbers on both sides */
    double largest_value;      /* magnitude, on the emulator's side */
    uint64_t largest_ulps;     /* as in Agreement */
    /* [total] 1 where different, in the arena; NULL if none is or there are more than the limit */
    uint8_t *cells;
} BufferAgreement;

/* The whole arena; "here" is the emulator, "there" the other engine. Words have 4 bytes. */
typedef struct Agreement {
    const BufferAgreement *buffers; /* [launch->buffer_count] */
    uint64_t total, different;
    /* F32 and F64: how many steps from number to number the two sides are apart at most.
     * AGREEMENT_NO_ULPS where scalars of other types differ, or a number and a NaN do. */
    uint64_t largest_ulps;
    /* Words outside all buffers that are no longer what the launch filled in. */
    uint64_t guard_words_changed_here, guard_words_changed_there;
    uint64_t guard_words_different; /* and those of them that the two sides disagree on */
} Agreement;

/* Compares memory after the run with the launch->arena_bytes bytes that the other engine left. */
Agreement agreement_compare(Arena *arena, const Launch *launch, Memory *memory,
                            const uint8_t *other);

/* The value of the scalar at bytes, as it lies in memory, as a person reads it; of half precision
 * its bits. */
const char *agreement_value_text(Arena *arena, ScalarType type, const uint8_t *bytes);
