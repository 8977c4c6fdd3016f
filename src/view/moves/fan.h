/* The fan of reuse: from a word of shared memory that is pointed at to every thread that reads it in
 * this phase (between two barriers, where a kernel has no phases). */
#ifndef TILESTEP_VIEW_MOVES_FAN_H
#define TILESTEP_VIEW_MOVES_FAN_H

#include "view/draw/context.h"

/* How often every thread of the block reads the word in this phase ([thread_count], in the arena), and
 * how many of the reads have not happened yet. NULL if no thread reads it. */
typedef struct Fan {
    uint16_t *reads, *ahead;
    int threads;
    uint32_t total;
} Fan;
bool fan_find(const View *view, uint32_t offset_bytes, Fan *fan);

void fan_build(View *view);

#endif
