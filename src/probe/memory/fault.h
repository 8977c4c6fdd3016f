/* Faults that the machine tells in a step: misaligned, division by zero, step limit, assert. */
#pragma once

#include "probe/record/fold.h"

/* Reports the step's fault, with the lanes that have it (Step.fault_lanes). Nothing happens without
 * a fault, for FAULT_SPACE (see bounds.h) and for FAULT_BARRIER (races/barrier.h). */
void fault_check(const Fold *fold);
