/* Which page of its source a kernel is shown at: the pane turns pages instead of following every
 * line, so that the text stands still. */
#pragma once

#include "view/draw/context.h"

/* The line whose page it is: where a line was switched, or a scene opens, one is kept until time
 * moves. */
int page_line(const View *view);

/* The first line of the page, of so many rows; it has that line, and those that explain a scene's
 * answer (ScenePlan.lit) if they have room above it. From 1. */
int page_top(const View *view, int rows);
