/* What a Probe remembers of one word: where its value came from, and who used it. How many bytes a
 * word has: probe/probe.h. Copies, which mean nothing for later steps. */
#pragma once

#include <stdint.h>

typedef enum OriginKind {
    ORIGIN_NONE,     /* never written */
    ORIGIN_COMPUTED, /* by arithmetic from more than one thing */
    ORIGIN_CONSTANT, /* a literal: zero padding is one */
    ORIGIN_GLOBAL    /* loaded from global memory, carried along unchanged */
} OriginKind;

/* Where a value came from. */
typedef struct Origin {
    OriginKind kind;
    uint64_t at; /* GLOBAL: arena byte offset of the word; CONSTANT: its bits */
    /* Of what a thread holds: byte offset of the shared word that it was loaded from last, unless
     * it has been computed with since; or ORIGIN_NOT_SHARED. */
    uint32_t shared;
} Origin;
#define ORIGIN_NOT_SHARED 0xffffffffu

/* What happened to a shared word in this block. Threads are linear, 0xffffffff: none. */
typedef struct WordHistory {
    uint32_t writer;      /* thread of the last write */
    uint32_t writer_pc;   /* its instruction */
    uint64_t writer_step; /* of the block */
    uint32_t reads;       /* since that write */
    uint32_t last_reader; /* thread of the last of them */
} WordHistory;
