/* Barrier divergence: threads without which a barrier opened. */
#ifndef TILESTEP_PROBE_RACES_BARRIER_H
#define TILESTEP_PROBE_RACES_BARRIER_H

#include "probe/record/fold.h"

typedef struct BarrierTable BarrierTable;

uint64_t barrier_size(const Program *program);
void barrier_start(BarrierTable *table, const Program *program);
void barrier_begin_block(BarrierTable *table);

/* Threads arrive or end with this step, or a barrier opens: barrier_fold wants to see it. */
static inline bool barrier_is_concerned(const Step *step)
{
    return step->instr->op == OP_BARRIER || step->instr->op == OP_EXIT || step->is_release ||
           step->fault == FAULT_ASSERT || step->fault == FAULT_STEP_LIMIT;
}

void barrier_fold(BarrierTable *table, const Fold *fold);

/* Finds what only the rest of the block could tell; fold->step may be NULL. */
void barrier_end_block(BarrierTable *table, const Fold *fold);

#endif
