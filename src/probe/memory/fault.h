/* Faults that the machine tells in a step: misaligned, division by zero, step limit, assert. */
#ifndef TILESTEP_PROBE_MEMORY_FAULT_H
#define TILESTEP_PROBE_MEMORY_FAULT_H

#include "probe/record/fold.h"

void fault_check(const Fold *fold);

#endif
