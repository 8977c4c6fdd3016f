/* Endless: whether a block that does not end can still do so. It cannot if all of its warps that
 * run come back to a state in which they were: the same registers, as far as anything is decided by
 * them, and nothing changed in memory that these are loaded from. It cannot either where the only
 * way out of a loop is a counter that goes away from where it would end. */
#pragma once

#include "vm/machine.h"

typedef enum Ending {
    ENDING_UNSEEN,
    ENDING_OPEN,   /* nothing says that it does not end: it may only be long */
    ENDING_NEVER,  /* it never ends, whatever other blocks do */
    ENDING_WAITING /* it comes back to the same state until another block changes global memory */
} Ending;

typedef struct Endless Endless;

/* Freed with endless_free (NULL is allowed). Program and launch must outlive it. */
Endless *endless_new(const Program *program, const Launch *launch);
void endless_free(Endless *endless);

/* Nothing is known of the block whose steps follow; they may begin anywhere in it. */
void endless_begin(Endless *endless);

/* The next step of the block; machine is the state after it. A step that the limit ended is passed
 * over. */
void endless_fold(Endless *endless, const Machine *machine, const Step *step);

/* Whether these steps have changed anything in global or shared memory. */
bool endless_has_changed(const Endless *endless, Space space);

/* Whether warps wait at a barrier, behind which some is to be written on which the loops of the
 * others wait: asked where these never end. */
bool endless_is_held_up(const Endless *endless, const Machine *machine);

/* What can be said after these steps; `running` is a warp that counts as running though it was
 * stopped. */
Ending endless_ending(const Endless *endless, const Machine *machine, uint32_t running);
