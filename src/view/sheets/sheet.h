/* What sheets that lie over the window are made of, and the list with a filter that two of them
 * are. Lengths are pixels. */
#pragma once

#include "view/draw/context.h"

/* Veils all that is behind a sheet with the background; behind is what a click there hits: as a
 * rule TARGET_BEHIND, which does what the button that closes the sheet does and lights none. */
void sheet_dim(View *view, PickTag behind);

/* Draws a box of width x height in the middle of the window and returns it; tag is what a click on
 * it hits where nothing else lies above. */
Rect sheet_build(View *view, float width, float height, PickTag tag);

/* How many rows of a list, 1 to most, are legible in a room so high; *row is the height that a row
 * would like to have and becomes the one that it gets. In small windows a list is seen in part. */
int sheet_rows(const View *view, float room, int most, float *row);
/* The first of so many rows that are seen, chosen so that the one picked is among them. */
int sheet_first(int picked, int rows);
/* The title of a list of count rows, with "3–12 / 40" behind it if not all are seen. In the
 * arena. */
const char *sheet_title(View *view, StringKey title, int first, int rows, int count);

/* Draws that "3–12 / 40" at the right of a line, of which it is cut off. */
void sheet_part_build(View *view, Rect *line, int first, int rows, int count);

/* The field of a list's filter: its frame, edge_px thick, and what was typed with a caret
 * behind. */
void sheet_filter_build(View *view, Rect field, Colour edge, float edge_px, const char *filter);

/* The frame of a row of a list; (kind, index) is its target. Returns the room for its words. */
Rect sheet_row_build(View *view, Rect row, TargetKind kind, int index, bool is_picked);

/* The foot of a sheet that fills the window: its hint, and the button that closes it. */
void sheet_foot_build(View *view, Rect line, const char *hint);

/* The foot of a sheet that asks: the button that does it, with its words and Enter, and the one
 * that closes the sheet, with Esc. */
void sheet_answer_build(View *view, Rect line, CommandName command, StringKey words);
