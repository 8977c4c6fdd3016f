/* What a wide block reads of global memory, where that is asked for (wide_note_in). */
#ifndef TILESTEP_COUNT_WIDE_READS_H
#define TILESTEP_COUNT_WIDE_READS_H

#include "count/wide_access.h"

/* A load of global memory by all lanes of a mask, with fields as in Access. */
typedef struct WideRead {
    int64_t start, scale; /* bytes in the arena */
    int pattern, mask;    /* in the Wide's table */
    uint32_t bytes;       /* of one lane */
} WideRead;

/* Keeps a load of the block that runs, until it is known whether the block ends well. */
void wide_log_read(Wide *wide, const Access *access);

/* Notes the loads that were kept, of a block that has ended well, in Wide.reads. */
void wide_note_reads(Wide *wide);

#endif
