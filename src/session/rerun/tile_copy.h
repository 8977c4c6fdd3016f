/* TileCopies: how large the tiles are that a block copies from the buffers to shared memory, found
 * by following the block's steps and, with them, where every value comes from. */
#pragma once

#include "vm/machine.h"

/* Rows and columns of a matrix; 0 where they cannot be told. */
typedef struct TileSize {
    int64_t rows, columns;
    bool is_apart; /* they do not begin where tiles of this size would: with a halo they overlap */
} TileSize;

typedef struct TileCopies TileCopies;

/* For a block that begins with the memory of the launch. Lives in arena; program and launch must
 * outlive it. */
TileCopies *tile_copies_new(Arena *arena, const Program *program, const Launch *launch);

/* Takes the next step of the block, each in its turn; machine is as the step left it. */
void tile_copies_fold(TileCopies *copies, const Machine *machine, const Step *step);
/* To be called when the block is at its end, or is followed no further: the last phase counts,
 * too. */
void tile_copies_finish(TileCopies *copies);

/* The largest tile of a buffer in the phases that are over; 0 by 0 if copies is NULL. */
TileSize tile_copies_size(const TileCopies *copies, int buffer);
