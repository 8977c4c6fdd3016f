/* Sheets that lie over the window, and the list with a filter that two of them are. */
#ifndef TILESTEP_VIEW_SHEETS_SHEET_H
#define TILESTEP_VIEW_SHEETS_SHEET_H

#include "view/draw/context.h"

/* Darkens all that is behind a sheet; behind is what a click there hits. */
void sheet_dim(View *view, PickTag behind);

/* A box of width x height pixels in the middle of the window; tag is what a click on it hits. */
Rect sheet_build(View *view, float width, float height, PickTag tag);

/* How many rows of a list, at most so many, are legible in a room so high; *row becomes their height in
 * pixels, no more than it is. In small windows a list is seen in part. */
int sheet_rows(const View *view, float room, int most, float *row);
/* The first row that is seen, so that the one picked is. */
int sheet_first(int picked, int rows);
/* The title of a list, and which of its rows are seen if not all are. */
const char *sheet_title(View *view, StringKey title, int first, int rows, int count);

/* The same at the right of a line, which loses its width. */
void sheet_part_build(View *view, Rect *line, int first, int rows, int count);

/* The field of a list's filter: its frame and what was typed. */
void sheet_filter_build(View *view, Rect field, Colour edge, float edge_px, const char *filter);

/* The frame of a row of a list, (kind, index) is its target. Returns the room for its words. */
Rect sheet_row_build(View *view, Rect row, TargetKind kind, int index, bool is_picked);

#endif
