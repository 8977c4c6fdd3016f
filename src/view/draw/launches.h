/* The launches and kernels of the file in front as rows to press (TARGET_LAUNCH). */
#pragma once

#include "view/draw/context.h"

/* Draws a heading (with the key) and as many rows as most_rows, those around the one that is open,
 * at the top of *room, and cuts that off. Nothing where there is nothing to choose. */
void launches_build(View *view, const SessionRun *slot, StringKey heading, int most_rows,
                    Rect *room);

/* The text in code letters of that size, or so much of its beginning and its end as has room: long
 * names differ at either. */
const char *launches_name_fitted(View *view, float units, float width, const char *text);

/* What of the run is assumed, and what was brought down, as lines to press: the launch as a form,
 * and the file's own sizes. Cut off *room; nothing where the file says it all. */
void launches_build_changes(View *view, const SessionRun *slot, Rect *room);
