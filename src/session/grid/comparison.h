/* Comparison: what a GPU left, beside the emulator's memory, on a thread of its own while the
 * window goes on. */
#pragma once

#include "base/job.h"
#include "probe/checks/launches.h"

typedef struct Comparison Comparison;

/* Begins to compare what input says; program, launch and arenas must outlive the comparison.
 * Without a memory in input the emulator runs the whole grid first. It then also asks a plain
 * reference, unless that is too much work. NULL if no thread can be had. Freed with
 * job_free. */
Comparison *comparison_start(const LaunchesInput *input);

/* Whether it is over; then *launches is the result, which lives as long as the comparison, or NULL
 * if it failed. */
bool comparison_poll(Comparison *comparison, const Launches **launches);

/* How much of it is done, 0 to 1; may be asked at any time. */
double comparison_progress(const Comparison *comparison);
