/* Excerpt: of an array or a block that is too large for its numbers to be read, the part around
 * one element, in cells large enough for them, and the words that say which part it is. It moves by
 * whole pages, so that it stays where it is while neighbours are looked at. */
#pragma once

#include "view/draw/context.h"

/* Pixels of a cell. */
typedef struct CellSize {
    float wide, high;
} CellSize;

/* Elements of an excerpt in one direction, of so many, where so many have room: all of them, or so
 * many that pages of them fill the whole if there is such a number. */
int64_t excerpt_count(int64_t all, int64_t fit);
/* Shows so many rows and columns of a grid that has its shape: the page that element is on, from a
 * place on, in cells of this size. */
void excerpt_show(CellGrid *grid, Point at, int64_t rows, int64_t columns, CellSize cell,
                  int64_t element);
/* The same with as many cells as have room if each is at least so large; what is left over makes
 * them larger, up to most pixels high. Before an audience there are fewer and larger ones. */
void excerpt_place(const View *view, CellGrid *grid, Rect room, CellSize least, float most,
                   int64_t element);
/* All of a strip in the fewest lines of equal length whose cells are at least so large; false, and
 * nothing changed, if there are none. */
bool excerpt_place_whole(CellGrid *grid, Rect room, CellSize least, float most);

/* Cells of the grid that are in the picture. */
int64_t excerpt_seen(const CellGrid *grid);

/* Whether only a part of the grid is in the picture, and whether an element is. */
bool excerpt_is_part(const CellGrid *grid);
bool excerpt_holds(const CellGrid *grid, int64_t element);
/* "rows 0 to 3 of 16, columns 0 to 7 of 16"; of one row "0 to 31 of 128"; briefly
 * "0–3 of 16 × 0–7 of 16". */
const char *excerpt_text(View *view, const CellGrid *grid);
const char *excerpt_brief(View *view, const CellGrid *grid);

/* Letters that everybody can read, and digits that an audience can, in pixels. */
float excerpt_letters_px(const View *view);
float excerpt_digits_px(const View *view);
/* One line, as view_label_fitted, down to those letters; false, and nothing drawn, if it is
 * longer, which the first one tells. */
bool excerpt_fits(const View *view, Rect line, const char *text);
bool excerpt_line(View *view, float units, Rect line, int align, Colour colour, const char *text);
/* Which part it is, as exactly as the line has room for: text, or else what excerpt_text says, its
 * brief form, or at least how many of how many elements. */
void excerpt_told(View *view, const CellGrid *grid, float units, Rect line, const char *text);
