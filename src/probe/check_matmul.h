/* The matrix product as a reading of a finished run: which buffers, sizes and layouts. */
#ifndef TILESTEP_PROBE_CHECK_MATMUL_H
#define TILESTEP_PROBE_CHECK_MATMUL_H

#include "probe/check.h"

/* Fills result and returns true if the run is a matrix product, right or wrong. */
bool check_matmul(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                  const Report *report, CheckResult *result);

#endif
