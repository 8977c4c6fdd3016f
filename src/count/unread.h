/* Unread: rows and columns of the inputs of a product that no thread reads, as where a kernel goes
 * through k / T phases instead of k / T rounded up. */
#pragma once

#include "count/grid.h"
#include "probe/checks/check.h"

/* Whether it makes sense to look: a product that came out wrong, and not because blocks are
 * missing. Of a right one everything was read that counts. */
bool unread_is_wanted(const CheckResult *check);

/* Runs the grid once more, noting what is read, and adds a finding to the report (of the same
 * launch) for each input that has rows or columns that nobody reads. Along the sum, all of them
 * count; of the others those alone that belong to some element that was written, since a launch may
 * be meant for part of the result. options: threads and progress of the run; its reads and tables
 * are not used. GRID_CANCELLED: nothing is added. Without memory for it nothing is found either. */
GridStatus unread_find(const Program *program, const Launch *launch, const CheckResult *check,
                       const GridOptions *options, Report *report);
