/* Detours: a way between memory and a thread goes round the arrays of shared memory that it does
 * not touch. All in pixels. */
#pragma once

#include "view/draw/context.h"

enum { DETOUR_LEGS = 7 };

/* A way of some legs; at has one point more. */
typedef struct Detour {
    Point at[DETOUR_LEGS + 1];
    int legs;
} Detour;

/* From the middle of one cell to that of another, as what moves goes, round what is drawn of the
 * arrays of shared memory in which neither of them lies; straight where there is no way round them
 * with two bends. */
Detour detour_middle(const View *view, Rect from, Rect to);
/* The same way from edge to edge of these cells, as ways_ends has it. */
Detour detour_edges(Detour middle, Rect from, Rect to);
/* The point at a share 0..1 of it; *leg gets the leg that it lies on, from 0. */
Point detour_at(const Detour *way, float share, int *leg);
