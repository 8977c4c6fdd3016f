/* Work: what a thread has in hand and how far its sum has grown, for the cell in which it stands.
 * All of it is read out of the machine and the record of the block at the moment shown. */
#pragma once

#include "probe/accumulations/accumulated.h"
#include "view/draw/context.h"

/* A value loaded from a buffer, on its way to shared memory or into a sum. */
typedef struct HandValue {
    ScalarType type;
    uint64_t bits; /* as in a register */
    int buffer;    /* that it was loaded from; -1: not known */
} HandValue;
enum { HANDS_MOST = 2 }; /* both factors of a product */

typedef struct ThreadWork {
    bool has_sum; /* an accumulator of it is in scope, and the thread has not ended: */
    ScalarType sum_type;
    uint64_t sum;       /* what its accumulator holds; held, while a step is adding to it */
    bool is_adding;     /* the step shown has added to it, and is no longer under way: */
    Accumulated adding; /* the addition in numbers */
    HandValue hands[HANDS_MOST]; /* in the order in which they were loaded */
    int hand_count;
} ThreadWork;

/* The work of all threads of the block in view: [thread_count], in the arena. Where the block is
 * not logged (Footprints) nobody has anything in hand. */
ThreadWork *work_of_block(View *view);

/* Draws the work of one thread into its cell: the formula of the step above the sum, or the value
 * in hand above the sum; the value alone, or else the sum, where the cell is small or low. */
void work_build(View *view, const ThreadWork *work, Rect cell, bool is_small);

/* The values in hand alone, over whatever else the cell shows; nothing if there are none. */
void work_hand_build(View *view, const ThreadWork *work, Rect cell);
