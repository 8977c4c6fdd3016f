/* TileCopies: how large the tiles are that a block copies from the buffers to shared memory. A tile that
 * hangs over the edge of its matrix has more words in shared memory than elements in the buffer: the rest
 * is filled with a constant, or read from beyond the edge. */
#ifndef TILESTEP_SESSION_BLOCK_TILE_COPY_H
#define TILESTEP_SESSION_BLOCK_TILE_COPY_H

#include "vm/machine.h"

/* Rows and columns of a matrix; without extent where that cannot be told. */
typedef struct TileSize {
    int64_t rows, columns;
    bool is_apart; /* they do not begin where tiles of this size would: with a halo they overlap */
} TileSize;

typedef struct TileCopies TileCopies;

/* program and launch must outlive it. */
TileCopies *tile_copies_new(Arena *arena, const Program *program, const Launch *launch);

/* The steps of one block, in their order, and its end; machine: after the step. */
void tile_copies_fold(TileCopies *copies, const Machine *machine, const Step *step);
void tile_copies_finish(TileCopies *copies);

/* The largest tile of a buffer in any phase over; NULL is allowed. */
TileSize tile_copies_size(const TileCopies *copies, int buffer);

#endif
