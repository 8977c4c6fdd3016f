/* What a wide block reads of global memory, where that is asked for. */
#ifndef TILESTEP_COUNT_WIDE_READS_H
#define TILESTEP_COUNT_WIDE_READS_H

#include "count/wide_access.h"

/* A load of global memory, as an Access is. */
typedef struct WideRead {
    int64_t start, scale;
    int pattern, mask;
    uint32_t bytes;
} WideRead;

/* Keeps one of the block that runs. */
void wide_log_read(Wide *wide, const Access *access);

/* Notes those of a block that has ended well. */
void wide_note_reads(Wide *wide);

#endif
