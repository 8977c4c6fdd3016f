/* Bounds: accesses outside the buffer or array they were meant for. */
#ifndef TILESTEP_PROBE_MEMORY_BOUNDS_H
#define TILESTEP_PROBE_MEMORY_BOUNDS_H

#include "probe/record/fold.h"

/* Finds the lanes outside; returns those inside. */
uint32_t bounds_check(const Fold *fold, const Request *request);

/* Accesses through NULL, or through a pointer that leads nowhere (FAULT_SPACE). */
void bounds_check_space(const Fold *fold);

#endif
