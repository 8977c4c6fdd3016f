/* Arrays of shared memory as cells, wherever they stand. variable is an index into
 * view->program->shared. */
#pragma once

#include "view/block/excerpt.h"

/* Fills in view->shared[variable] with its rows and columns, and returns it; where it stands and
 * how large its cells are is left to the caller (cells_flow). Not shown if the array has no
 * elements. */
CellGrid *shared_grid(View *view, int variable);

/* Places the arrays in the room, each below a line with its name, one that is shown in part also
 * below one of so many units that says so. */
void shared_place(View *view, CellGrid *const *grids, int count, Rect room);
enum { SHARED_PART_LINE = 16 };

/* The least cell in which the numbers of an array can be read, clear of an outline around it;
 * one in which they touch that, where they would have no room otherwise; whether the array's cells,
 * which have their place, are smaller than the first (never of so few words that all are to be
 * shown); and the element around which a part is shown: what the picked thread touches, else the
 * word of its own place. */
CellSize shared_cell_least(View *view, int variable);
CellSize shared_cell_tight(View *view, int variable);
bool shared_is_small(View *view, int variable);
int64_t shared_looked_at(const View *view, int variable);

/* Draws the cells of an array whose place is known: values with what they were loaded from, as far
 * as there is room, and what the step shown does to them. Each cell can be picked (TARGET_SHARED,
 * variable and byte offset). Returns whether the cells tell where their values come from. */
bool shared_array_build(View *view, int variable);

/* Where the values of an array come from, in one text: "M[0..7][8..15]", of two pieces
 * both of them, and unless it is to be brief that others were computed; NULL where that is not
 * known. */
const char *shared_source_text(View *view, int variable, bool is_brief);

/* At the right end of the line of a panel's heading, behind so many pixels of it: the button that
 * shows shared memory as banks, or as arrays again. Nothing if it has no room. */
void shared_switch_build(View *view, Rect line, float heading);
/* Pixels that the button takes. */
float shared_switch_width(View *view);
