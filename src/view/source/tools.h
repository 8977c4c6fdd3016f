/* The buttons in the heading of the source pane. */
#pragma once

#include "view/source/heat.h"

/* Draws the buttons for the controls, the way back from what was changed and what the strip counts,
 * in the line of the title, to its right. outer is the panel's frame and inside the room below its
 * heading. Where room is short buttons lose words first. */
void source_tools_build(View *view, Rect outer, Rect inside, const char *title, const Heat *heat);
