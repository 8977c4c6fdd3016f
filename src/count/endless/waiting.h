/* Waiting: whether blocks that wait for each other do so for ever. They run side by side, a while
 * each, until all that have not ended wait and none of them changes global memory any more. */
#pragma once

#include "vm/launch.h"

#include <stdbool.h>

/* Asked now and then; false gives up. */
typedef bool WaitingGoesOn(void *context);

/* Whether the launch is certain never to end, run from its begin on a memory of its own; false
 * where it ends, or where that is not known after a bounded number of steps. */
bool waiting_is_endless(const Program *program, const Launch *launch, WaitingGoesOn *goes_on,
                        void *context);
