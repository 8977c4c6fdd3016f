/* Races between blocks of a grid: it is run once more, and what blocks do to the words on which
 * they cross (crossing.h) is compared (shadow.h). */
#pragma once

#include "count/races/crossing.h"
#include "probe/record/report.h"

/* Asked now and then; false gives up. */
typedef bool BetweenGoesOn(void *context);

/* Adds to the report the races of a grid whose blocks crossed; crossing has seen all of its blocks,
 * on one thread. The grid is run block after block on a memory of its own, from its begin and,
 * where only a release and an acquire kept two accesses apart, backwards as well. Each time it runs
 * BETWEEN_STEPS steps at most, and what lies behind them is marked as not compared. After giving up
 * the report is incomplete. Where there are races, it also tries whether the order of blocks shows
 * (Report.orders). */
#define BETWEEN_STEPS ((uint64_t)1 << 24)
void between_find(const Program *program, const Launch *launch, const Crossing *crossing,
                  BetweenGoesOn *goes_on, void *context, Report *report);
