/* TileCopies: how large the tiles are that a block copies from the buffers to shared memory, found
 * by following the block's steps. */
#ifndef TILESTEP_SESSION_BLOCK_TILE_COPY_H
#define TILESTEP_SESSION_BLOCK_TILE_COPY_H

#include "vm/machine.h"

/* Rows and columns of a matrix; 0 where they cannot be told. */
typedef struct TileSize {
    int64_t rows, columns;
    bool is_apart; /* they do not begin where tiles of this size would: with a halo they overlap */
} TileSize;

typedef struct TileCopies TileCopies;

/* Of a block that begins with the memory of the launch. program and launch must outlive it. */
TileCopies *tile_copies_new(Arena *arena, const Program *program, const Launch *launch);

/* Takes the next step of the block; machine is as the step left it. */
void tile_copies_fold(TileCopies *copies, const Machine *machine, const Step *step);
/* The block is at its end. */
void tile_copies_finish(TileCopies *copies);

/* The largest tile of a buffer in the phases that are over; 0 by 0 if copies is NULL. */
TileSize tile_copies_size(const TileCopies *copies, int buffer);

#endif
