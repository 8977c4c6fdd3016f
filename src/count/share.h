/* The blocks of a grid, shared out among workers. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

typedef struct Share {
    _Atomic uint64_t next; /* block that nobody has drawn */
    uint64_t count;        /* blocks of the grid */
    uint64_t workers;
    uint64_t group; /* blocks that may run as one, 1 at least; groups are counted from block 0 on */
} Share;

/* Draws up to `most` blocks from *first on, fewer towards the end, so that all workers end
 * together; whole groups, unless fewer are asked for. 0: all are drawn. For several threads. */
uint64_t share_draw(Share *share, uint64_t most, uint64_t *first);
