/* A board: lines across the picture, between what is written there and beside the borders of cells,
 * on which a way with square bends is looked for that leads through no text. All in pixels. It
 * costs a search, and is for pictures that stand still. */
#pragma once

#include "view/arrows/detour.h"

typedef struct Board Board;

/* A board of what has been drawn so far, in the arena of the picture. */
Board *board_new(View *view);

/* What was drawn since, such as a label, counts as a text. */
void board_keep_off(Board *board, Rect rect);

/* A leg of a way that this board has not found, which later ways keep off too. Of a slanting one
 * nothing is kept: a box around it would be nearly all of the picture. */
void board_keep_leg(Board *board, Point a, Point b);

/* A way from one rectangle to another, edge to edge: the one that is given, if it leads through no
 * text and no way that this board has found before, else one with square bends, where there is one
 * that leads through no more; has_head: with room for the head of an arrow. Later ways keep off
 * this one. */
Detour board_find(Board *board, Rect from, Rect to, Detour way, bool has_head);
