/* The heading of a matrix on the stage: its name and extent, what of it is folded away, and what is
 * wrong with it. buffer is an index into the launch's buffers. */
#pragma once

#include "view/draw/context.h"

/* Pixels that a buffer's name and extent take; needs no place of the buffer. */
float heading_width(View *view, int buffer);

/* Draws the heading into a line, from the left: the name always, of the rest as much as has room. A
 * press on what is folded away shows it (COMMAND_STAGE_FIT). */
void heading_build(View *view, int buffer, Rect line);

/* In words, how many rows, or elements, at the end of a buffer no access of the grid reaches: they
 * are folded away unless the whole is asked for. NULL if there are none. In the arena. */
const char *heading_folded_text(View *view, int buffer);
