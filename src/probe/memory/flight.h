/* Shared memory that is touched while an asynchronous copy is on its way to it: read before the
 * copy has landed, or written to at the same time. */
#pragma once

#include "probe/record/fold.h"

/* Reports the lanes of Step.in_flight. */
void flight_check(const Fold *fold);

/* The LOAD of an asynchronous copy as what it does to shared memory: from now on its bytes may be
 * overwritten at any time. A store of the same lanes, in *step; fold is the caller's copy of that
 * of the LOAD, which will point to it. */
void flight_as_store(Fold *fold, Step *step);
