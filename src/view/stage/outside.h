/* Accesses of the step that hit no buffer: where each is drawn, and what it hits. */
#ifndef TILESTEP_VIEW_STAGE_OUTSIDE_H
#define TILESTEP_VIEW_STAGE_OUTSIDE_H

#include "view/draw/context.h"

typedef struct OutsideWord {
    int lane; /* one of those that mean it */
    int64_t scalar;
    Rect cell;
    bool is_own; /* the scalar would lie there; else it lies further away */
} OutsideWord;

typedef struct OutsideWords {
    OutsideWord words[WARP_LANES];
    int count;
} OutsideWords;

/* Those that were meant for a buffer, each in a cell of its own beside the cells of the grid. */
void outside_find(const View *view, int buffer, const CellGrid *grid, OutsideWords *out);

/* It lies in the window of the grid; else its cell is at the window's edge. */
bool outside_is_seen(const CellGrid *grid, const OutsideWord *word);

/* The cell of one: guard words have their value and, where there is room or it is not their place, their
 * index. */
void outside_build_word(View *view, int buffer, const OutsideWord *word);

#endif
