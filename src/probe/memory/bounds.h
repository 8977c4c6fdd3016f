/* Bounds: accesses outside the buffer or array they were meant for. An address names that object
 * and an offset in it (program/address.h), so being outside does not depend on what lies beside. */
#pragma once

#include "probe/record/fold.h"

/* Reports the lanes that are outside of their object, one by one; returns the bit set of those
 * inside. A lane is inside if all its bytes are inside of the object that its address names,
 * wherever that lies. */
uint32_t bounds_check(const Fold *fold, const Request *request);

/* Reports accesses through NULL, or through a pointer that leads nowhere (FAULT_SPACE). Nothing
 * happens if that is not the step's fault. */
void bounds_check_space(const Fold *fold);
