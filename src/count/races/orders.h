/* Whether the order of blocks that race shows in what they leave in memory. */
#ifndef TILESTEP_COUNT_RACES_ORDERS_H
#define TILESTEP_COUNT_RACES_ORDERS_H

#include "probe/record/report.h"
#include "vm/machine.h"

/* Asked now and then; false gives up. */
typedef bool OrdersGoOn(void *context);

/* Runs the grid with its blocks backwards and then in a few random orders, until one leaves in
 * `other` something else than there is in `forward`, which the blocks in their own order have left.
 * An order in which a block never ends, as it waits for another one, is left out, and so is one
 * that takes more than steps_limit steps. */
BlockOrders orders_try(const Program *program, const Launch *launch, Memory *forward, Memory *other,
                       uint64_t steps_limit, OrdersGoOn *goes_on, void *context);

#endif
