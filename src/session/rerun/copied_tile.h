/* CopiedTile: the tile of a matrix that stands in an array of shared memory, found from which
 * element was copied to which word, and from nothing else. A tile that hangs over the edge of its
 * matrix has more words than elements: the rest is filled with a constant, and belongs to the tile,
 * too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What a word holds. */
typedef enum CopiedKind {
    COPIED_NOTHING, /* nobody wrote it, or a value that was computed */
    COPIED_FILL,    /* a constant, or a word of global memory that is in no buffer */
    COPIED_ELEMENT
} CopiedKind;

/* What one word of the array was given. */
typedef struct CopiedWord {
    CopiedKind kind;
    int buffer;      /* below 0: none */
    int64_t element; /* scalar of the buffer, row by row */
} CopiedWord;

/* An array of shared memory, whose words are of the size of one scalar. */
typedef struct CopiedArray {
    int64_t count, pitch; /* words of it; of one of its rows, 0 where it has one dimension */
    CopiedWord *words;    /* [count] */
} CopiedArray;

/* In rows and columns of the matrix, however the array holds them. */
typedef struct CopiedTile {
    int64_t rows, columns;
    int64_t element; /* its upper left one; outside of the matrix where the tile hangs over there */
} CopiedTile;

/* Finds the tile of a buffer, whose matrix has so many columns, in an array. False, and *tile is
 * left alone, where the array holds nothing of it, or where its elements do not stand beside each
 * other as in the matrix or in its transpose. */
bool copied_tile_find(const CopiedArray *array, int buffer, int64_t columns, CopiedTile *tile);
