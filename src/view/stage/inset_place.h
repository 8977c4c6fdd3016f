/* Which part of each buffer an inset shows, in which cells: as many as there is room for around what
 * the picked thread works on, wide enough for their numbers. Draws nothing. */
#ifndef TILESTEP_VIEW_STAGE_INSET_PLACE_H
#define TILESTEP_VIEW_STAGE_INSET_PLACE_H

#include "view/draw/context.h"

typedef struct Inset {
    int buffer;
    int64_t row, column; /* of the element in the middle of interest */
    bool is_known;       /* there is something to be shown */
    bool is_touched;     /* it is an element that the thread touches */
    CellGrid grid;       /* is_shown: it has room */
} Inset;

/* Sizes of digits, in pixels: the largest at which a whole tile has room is taken, else the least. */
typedef struct InsetDigits {
    int most, least;
    bool may_be_brief; /* rather a whole tile in numbers of few digits than a part */
    bool has_spare;    /* with what a tile has beyond the matrix */
} InsetDigits;

/* Beside the picture of all, and in its place. */
InsetDigits inset_digits_small(const View *view);
InsetDigits inset_digits_large(const View *view);
/* Pixels down a cell with digits of this size. */
float inset_cell(int digit_px);

/* Height of a strip of insets that stand side by side, with its title. */
float inset_strip_height(const View *view);

/* The tile that an inset shows, or a part of it, with its spare lines; all of the buffer if it has none. */
Footprint inset_tile(const View *view, const Inset *inset);

/* The rows and columns that it shows, the spare ones with them. */
CellRange inset_seen(const Inset *inset);

/* The scalar of a buffer that the picked thread touched last in this block, else touches next. */
bool inset_element(const View *view, int buffer, int64_t *scalar);

/* As on the blackboard: 0 left, 1 above, 2 output. false if there is no room. Where numbers stand at
 * their sides, margins is the room for them. */
bool inset_place_corner(const View *view, Rect room, InsetDigits digits, Point margins,
                        Inset insets[3]);

/* One buffer, from the left upper corner of room. */
Inset inset_place_one(const View *view, int buffer, Rect room, InsetDigits digits);

#endif
