/* Spoil: whether a missing barrier shows in the result, in which order of the warps it does, or at
 * which sizes it could. */
#pragma once

#include "load/load.h"

typedef enum SpoilKind {
    SPOIL_NONE,      /* nothing is missing, or nothing is known of the result */
    SPOIL_HERE,      /* the result is wrong as the run is */
    SPOIL_SEARCHING, /* other orders are tried beside the window */
    SPOIL_LEFT,      /* the learner stopped that */
    SPOIL_FOUND,     /* an order makes it wrong */
    SPOIL_ONE_WARP,  /* blocks of one warp, for which there is one order only */
    SPOIL_HIDDEN     /* it is right in all orders that were tried */
} SpoilKind;

typedef struct Spoil {
    SpoilKind kind;
    uint32_t tried;      /* orders */
    uint64_t wrong, all; /* elements of the result: HERE, FOUND, or of larger */
    const char *order;   /* as --order takes it: FOUND, or of larger; NULL: that of the run */
    /* No reference is known: right is what the whole kernel leaves (count/witness.h). Then HIDDEN
     * with nothing tried means that it is no measure. */
    bool is_beside;
    int output; /* is_beside: the buffer that was compared; -1: none */
    /* ONE_WARP, HIDDEN: the same with larger sizes, in that order, which spoils it; or NULL. */
    const LoadOptions *larger;
    const char *sizes; /* what larger changes: "TILE_WIDTH = 8, j = k = 16"; else NULL */
} Spoil;
