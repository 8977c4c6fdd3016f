/* Which part of each buffer an inset shows, in which cells: as many as there is room for around
 * what the picked thread works on, wide enough for their numbers. Draws nothing. view->buffers must
 * have their places; lengths are pixels, rows and columns those of the picture. */
#pragma once

#include "session/rerun/footprint.h"
#include "view/draw/context.h"

typedef struct Inset {
    int buffer;
    int64_t row, column; /* of the element around which the part is chosen */
    bool is_known;       /* there is something to be shown, and room for it */
    bool is_touched; /* that element is one that the thread touches; else the part's first one */
    CellGrid grid;   /* where the part stands: the buffer's cells through a window */
} Inset;

/* Sizes of digits, and what may be given up for them. The largest size from most down at which a
 * whole tile has room is taken; where there is none a part is shown in the least. */
typedef struct InsetDigits {
    int most, least;
    bool may_be_brief; /* rather a whole tile in numbers rounded to few letters than a part */
    bool has_spare;    /* rows and columns that a tile has beyond the matrix are shown, too */
} InsetDigits;

/* For insets beside the picture of all, and for those in its place. */
InsetDigits inset_digits_small(const View *view);
InsetDigits inset_digits_large(const View *view);
/* Pixels down a cell with digits of this size. */
float inset_cell(int digit_px);

/* Height of a strip of insets that stand side by side below the buffers, with its title. */
float inset_strip_height(const View *view);

/* The tile of this phase in the inset's buffer, of which the inset shows all or a part, with its
 * spare lines; all of the buffer if the phase uses nothing of it. */
Footprint inset_tile(const View *view, const Inset *inset);

/* The rows and columns that an inset shows, the spare ones with them. */
CellRange inset_seen(const Inset *inset);

/* The scalar of a buffer that the picked thread touched last in this block, else the one that it
 * touches next. false if the block is not logged or nothing near the moment is found. */
bool inset_element(const View *view, int buffer, int64_t *scalar);

/* Places the insets of a product as on the blackboard: 0 left, 1 above, 2 output. margins is kept
 * free at the left and above for numbers of rows and columns. false if there is no room, or nothing
 * that the thread or the phase uses. */
bool inset_place_corner(const View *view, Rect room, InsetDigits digits, Point margins,
                        Inset insets[3]);

/* Places the inset of one buffer, from the left upper corner of room; is_known tells whether it
 * could. */
Inset inset_place_one(const View *view, int buffer, Rect room, InsetDigits digits);
