/* Accesses of the step that hit no buffer: where each is drawn, and what it hits. Cells are in
 * pixels; buffer is the one that was meant. */
#pragma once

#include "view/draw/context.h"

/* Whether some access of the whole grid that was meant for a buffer lies before its start, or
 * behind its end (of any buffer if it is -1): room is kept for it. None are known until the grid is
 * counted. */
bool outside_is_before(const View *view, int buffer);
bool outside_is_behind(const View *view, int buffer);

typedef struct OutsideWord {
    int lane;       /* one of those that access it */
    int64_t scalar; /* counted from the start of the buffer; may be negative */
    Rect cell;      /* w 0: it is out of sight, with no room to say so */
    bool
        is_own; /* the cell is the scalar's own; else it lies further away, beyond the spare room */
} OutsideWord;

typedef struct OutsideWords {
    OutsideWord words[WARP_LANES];
    int count;
} OutsideWords;

/* Finds those of the step shown that were meant for a buffer, each scalar once and in a cell of its
 * own beside the cells of the grid. */
void outside_find(const View *view, int buffer, const CellGrid *grid, OutsideWords *out);

/* Whether its cell lies in the window of the grid; if not it is put at the window's edge. */
bool outside_is_seen(const CellGrid *grid, const OutsideWord *word);

/* Draws the cell of one: hatched, with the value that the guard word has now and its index; where
 * there is no room for both, the value in its own cell and the index in another's. */
void outside_build_word(View *view, int buffer, const OutsideWord *word);
