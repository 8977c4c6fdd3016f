/* Check: is the result right? Compares a finished run with a plain CPU reference. */
#pragma once

#include "probe/record/report.h"
#include "probe/results/result.h"
#include "vm/memory.h"

/* Compares the content of memory after the run; the result's parts live in the arena. The report,
 * of all blocks, tells how much the kernel computed, from which its reading as a matrix product is
 * inferred. A product is said to be wrong only if that is likelier than that it was meant to be
 * something else; the kernel's name then counts, too. REFERENCE_NONE where nothing fits: then
 * nothing is said about right and wrong. Where something was not written, the kernel may be run
 * again several times, with other grids or without --without. */
CheckResult check_result(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                         const Report *report);

/* Sets the report's counters.useful_flops: of a product what its terms need, two operations each,
 * but no more than were counted (a launch may be meant for a part, or have lost some); else all
 * that were counted. */
void check_count_useful(const CheckResult *check, Report *report);

/* Places of the launch's buffers have the subscripts of the matrices from now on: is_transposed is
 * set for factors that are stored column by column, as whole matrices. */
void check_name_places(const CheckResult *check, Launch *launch);
