/* What cells of a size look like: from which size on they have numbers, frames and lines, how thick
 * these are, and how a cell too small for its number tells its magnitude. Sizes and widths are
 * pixels; a grid's cell size must be known already (cells_flow, cells_look). */
#pragma once

#include "view/draw/context.h"

/* From this height on cells have numbers: 18 pixels, or 11 units, 10 in lecture mode, where the
 * picture is so large that these are more. */
float cells_numbers_least(const View *view);
/* The height to give cells whose digits are to be read from the back row: 29 pixels, or 12.1 units.
 * Beside another run, which takes half of the picture, 12.1 units are enough, but no less than 18
 * pixels. Lower cells have such digits too, as long as these fit (digits.h). */
float cells_lecture_least(const View *view);
/* Whether the cells show numbers; never where a cell stands for several elements. */
bool cells_have_numbers(const View *view, const CellGrid *grid);
/* Cells without numbers that a step touches are marked by a frame where they are large enough for
 * one, and else by the colour of text over all of the cell. */
bool cells_have_frames(const CellGrid *grid);
/* How thick that frame is around a cell of this height; thicker for the picked thread's. */
float cells_frame_width(const View *view, float cell, bool is_picked);
/* The thickness of the lines between cells: a hairline, at most a tenth of a cell, at least 1. */
float cells_line(const View *view, const CellGrid *grid);
/* How thick the outline of a tile is whose cells have this height; it lies on its outer cells and
 * so is thin where they are small. */
float cell_outline(const View *view, float cell);
/* The fill of a cell too small for its number: the part's colour, the stronger the larger value is
 * beside the largest magnitude of the array. What is not a finite number is palest. */
Colour cell_shade(const View *view, const PartColours *part, double value, double largest);

/* A dashed outline inside a cell: its number is none of the array's yet, but is held for it. */
void cell_ghost(View *view, Rect cell, Colour colour);

/* cells_have_numbers for a panel, where there is less room than on the stage: from 15 units on. */
bool panel_has_numbers(const View *view, const CellGrid *grid);
/* The largest cell to ask of cells_flow in a panel: most, but for a strip whose numbers have room
 * in a single line of this width the size at which it is one line, as on the stage. */
float panel_strip_most(const View *view, const CellGrid *grid, float width, float most);
