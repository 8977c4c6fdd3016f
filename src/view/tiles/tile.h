/* The tile that an access to shared memory is in: an array, or a part of one, each of its scalars
 * with its place in the matrix that it was copied from, and what the access costs there and row by
 * row. Everything lives in the arena of the picture. */
#pragma once

#include "view/draw/context.h"

#include "probe/counting/banks.h"

enum { LINE_BYTES = BANK_COUNT * BANK_WORD_BYTES };

/* A shared array, each of its scalars with its place in the tile. */
typedef struct Tile {
    int variable;
    uint32_t start, size; /* its first byte, and bytes of a scalar */
    int64_t count;
    int64_t from, to;        /* the scalars that are the tile */
    int buffer;              /* whose elements it holds; -1: its own declaration's */
    int64_t rows, columns;   /* of the tile */
    int64_t row, column;     /* of its corner in the buffer */
    int32_t *place;          /* [scalar] row * columns + column in the tile, or -1 */
    int32_t *scalar;         /* [place], or -1 */
    int64_t chunk;           /* scalars that a lane of the step accesses */
    uint8_t *lane;           /* [scalar] 1 + the first lane of the step that touches it, or 0 */
    uint8_t *turn, *by_rows; /* [scalar] words of its bank that come before it in the step: as it
                                lies, and if the tile lay row by row */
    BankCount lies, would;   /* what the step costs, and would cost then */
    bool has_would;
} Tile;

/* Whether a lane of the step accesses something. */
bool tile_has_address(const Step *step, uint32_t lane);

/* The tile that the first lane's access is in; false: it is in no array that can be drawn. */
bool tile_gather(View *view, const Step *step, Tile *tile);
