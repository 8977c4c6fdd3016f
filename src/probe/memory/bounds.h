/* Bounds: accesses outside the buffer or array they were meant for. */
#ifndef TILESTEP_PROBE_MEMORY_BOUNDS_H
#define TILESTEP_PROBE_MEMORY_BOUNDS_H

#include "probe/record/fold.h"

/* Reports the lanes that are outside of their object; returns those inside. */
/* A lane is inside if all its bytes are inside of the object that its address names, wherever that
 * lies. */
uint32_t bounds_check(const Fold *fold, const Request *request);

/* Reports accesses through NULL, or through a pointer that leads nowhere (FAULT_SPACE). */
void bounds_check_space(const Fold *fold);

#endif
