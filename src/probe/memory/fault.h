/* Faults that the machine tells in a step: misaligned, division by zero, step limit, assert. */

/* Reports the step's fault, with the lanes that have it; nothing for the others, FAULT_SPACE (see
 * bounds.h) and FAULT_BARRIER (races/barrier.h). */
#ifndef TILESTEP_PROBE_MEMORY_FAULT_H
#define TILESTEP_PROBE_MEMORY_FAULT_H

#include "probe/record/fold.h"

void fault_check(const Fold *fold);

#endif
