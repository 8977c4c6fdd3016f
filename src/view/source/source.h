/* The source pane: the file in front at the page with the line of the step shown (session_line).
 * That line and the part of it that ran are marked; beside the lines stand stops, what is switched
 * off, where every warp goes on and what the line has cost. Names and line numbers can be pressed
 * (TARGET_NAME, TARGET_GUTTER). */
#pragma once

#include "view/draw/context.h"

/* Fills layout.source; above the lines stands why the last change could not be taken. */
void source_build(View *view);

/* Cuts the lines of a kernel that stands in an included file, and the one that the step is on, from
 * the foot of the pane; nothing for other kernels. */
void source_included_build(View *view, Rect *inside);
