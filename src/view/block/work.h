/* Work: what a thread has in hand and how far its sum has grown, for the cell in which it stands. */
#ifndef TILESTEP_VIEW_BLOCK_WORK_H
#define TILESTEP_VIEW_BLOCK_WORK_H

#include "probe/accumulations/accumulated.h"
#include "view/draw/context.h"

typedef struct ThreadWork {
    bool has_sum;
    ScalarType sum_type;
    uint64_t sum;       /* what its accumulator holds */
    bool is_adding;     /* the step shown adds to it: */
    Accumulated adding; /* in numbers */
    bool has_hand;      /* a value loaded from a buffer, on its way to shared memory: */
    ScalarType hand_type;
    uint64_t hand;
    int hand_buffer; /* -1: not known */
} ThreadWork;

/* Of all threads of the block in view, in the arena; empty where the record does not tell. */
ThreadWork *work_of_block(View *view);

/* Draws it: the formula of the step above the sum, or the value in hand above the sum. */
void work_build(View *view, const ThreadWork *work, Rect cell);

#endif
