/* What cells of a size look like: from which size on they have numbers, frames and lines, how thick
 * these are, and how a cell too small for its number tells its magnitude. */
#ifndef TILESTEP_VIEW_DRAW_CELL_LOOK_H
#define TILESTEP_VIEW_DRAW_CELL_LOOK_H

#include "view/draw/context.h"

/* Cells of at least 18 pixels have numbers; larger ones, where all of the picture is larger. */
float cells_numbers_least(const View *view);
bool cells_have_numbers(const View *view, const CellGrid *grid);
/* Cells without numbers that a step touches have a frame, as wide as this, or, smaller, are black. */
bool cells_have_frames(const CellGrid *grid);
float cells_frame_width(const View *view, float cell, bool is_picked);
/* The thickness of the lines between cells in pixels: a hairline, at most a tenth of a cell. */
float cells_line(const View *view, const CellGrid *grid);
/* How thick the outline of a tile of such cells is. */
float cell_outline(const View *view, float cell);
/* The fill of a cell too small for its number, by its share of the largest magnitude. */
Colour cell_shade(const View *view, const PartColours *part, double value, double largest);

/* Cells of a panel, where there is less room than on the stage, have their numbers. */
bool panel_has_numbers(const View *view, const CellGrid *grid);
/* The most for cells_flow in a panel: a strip stands in one line, as on the stage, where its numbers
 * have room so. */
float panel_strip_most(const View *view, const CellGrid *grid, float width, float most);

#endif
