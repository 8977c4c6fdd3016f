/* Barrier divergence: threads without which a barrier opened. */
#ifndef TILESTEP_PROBE_BARRIER_H
#define TILESTEP_PROBE_BARRIER_H

#include "probe/fold.h"

typedef struct BarrierTable BarrierTable;

uint64_t barrier_size(const Program *program);
void barrier_start(BarrierTable *table, const Program *program);
void barrier_begin_block(BarrierTable *table);

void barrier_fold(BarrierTable *table, const Fold *fold);

#endif
