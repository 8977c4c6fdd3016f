/* Barrier divergence: threads without which a barrier opened. What is reported, and which threads
 * it names: the list in record/report.h. __syncthreads in code that not all threads reach is
 * undefined (CUDA C++ Programming Guide, "Synchronization Functions"). */
#pragma once

#include "probe/record/fold.h"

/* Who has arrived, returned or passed by in the present interval, for each barrier of the program;
 * flat, in bytes of the caller's. */
typedef struct BarrierTable BarrierTable;

/* Bytes of a table, and one for the program in as many zeroed bytes at table. */
uint64_t barrier_size(const Program *program);
void barrier_start(BarrierTable *table, const Program *program);

/* Call before the first step of each block: nobody has arrived anywhere. */
void barrier_begin_block(BarrierTable *table);

/* Threads arrive or end with this step, or a barrier opens: barrier_fold wants to see it. */
static inline bool barrier_is_concerned(const Step *step)
{
    return step->instr->op == OP_BARRIER || step->instr->op == OP_EXIT || step->is_release ||
           step->fault == FAULT_ASSERT || step->fault == FAULT_STEP_LIMIT;
}

/* Notes who arrives or ends with the step, and reports who is missing when a barrier opens. */
void barrier_fold(BarrierTable *table, const Fold *fold);

/* A barrier of this block has opened without the thread, which came to none of its own. */
bool barrier_was_missed(const BarrierTable *table, uint32_t thread);

/* Reports threads of which only the rest of the block could tell that they never come to a barrier
 * of their own; fold->step may be NULL. */
void barrier_end_block(BarrierTable *table, const Fold *fold);
