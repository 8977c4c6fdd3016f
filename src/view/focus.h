/* Focus: where the keyboard stands in the picture. The Scene is the only list of what there is:
 * what the mouse can press the keyboard can reach. Moving about is in view.h
 * (view_command_for_key). */
#pragma once

#include "view/draw/context.h"

/* Index of the first shape of the scene that has the target as its tag, -1 if none has. A slider is
 * found whatever value it has now. */
int focus_find(const Scene *scene, Target target);

/* Draws the frame around what the keyboard stands on; nothing if a sheet is open, or if that is not
 * in the picture. After all that can be pressed has been built. */
void focus_build(View *view);
