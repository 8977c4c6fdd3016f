/* Compare: the values that an element went through beside the right ones. Private to wrong. */
#pragma once

#include "probe/wrong/first_wrong.h"
#include "probe/wrong/right.h"

/* Tells in *out, whose element is set, where the trace of a wrong element leaves the right
 * values. */
void wrong_compare(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                   const Trace *trace, const Right *right, FirstWrong *out);
