/* The fan of reuse: from a word of shared memory that is pointed at to every thread that reads it
 * in this phase (between two barriers, where a kernel has no phases), whether it has done so or is
 * going to. It comes from the log of the block (session/rerun/footprint.h). */
#pragma once

#include "view/draw/context.h"

/* Who reads one word in this phase. */
typedef struct Fan {
    uint16_t *reads, *ahead; /* [thread_count], in the arena: reads of each thread, and how many of
                              * them have not happened yet */
    int threads;             /* that read it at all */
    uint32_t total;          /* reads of all threads */
} Fan;

/* Finds the readers of the word of shared memory at a byte offset. false if no thread reads it, or
 * if the block in view has no log. */
bool fan_find(const View *view, uint32_t offset_bytes, Fan *fan);

/* Draws the fan of the word that is pointed at or pinned, above the panels of the block: a solid
 * line to each thread that has read it, a dashed one where all reads are still to come. */
void fan_build(View *view);
