/* Mbarriers that are used wrongly: a count that nobody reaches or that too many do, threads that
 * wait for each other, one that is not initialised, memory that is used for something else. */
#pragma once

#include "probe/record/fold.h"

/* Reports what the step shows of it. */
void mbarrier_check(const Fold *fold);
