/* The matrix product as a reading of a finished run: which buffers, sizes and layouts. If a
 * function returns false, result may have been written to and means nothing; what it points to
 * lives in the arena. */
#pragma once

#include "probe/results/result.h"
#include "probe/results/whole.h"

/* Fills result and returns true if the run is a matrix product, right or wrong. */
bool check_matmul(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                  const Report *report, CheckResult *result);

/* The same where another run, one of the whole, tells the reading, and memory is compared with what
 * that says. */
bool check_matmul_whole(Arena *arena, const Whole *whole, Memory *memory, CheckResult *result);

/* The same where less than half of the result was written, and no grid would write the rest: what
 * there is tells the reading. */
bool check_matmul_part(Arena *arena, const Whole *run, CheckResult *result);
