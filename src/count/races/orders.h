/* Whether the order of blocks that race shows in what they leave in memory. */
#pragma once

#include "probe/record/report.h"
#include "vm/walk.h"

/* Runs the grid with its blocks backwards and then in a few random orders, until one leaves in the
 * walk's memory something else than there is in `forward`, which the blocks in their own order have
 * left. An order in which a block never ends, as it waits for another one, is left out, and so is
 * one that takes more than steps_limit steps. */
BlockOrders orders_try(Memory *forward, Walk *walk, uint64_t steps_limit);
