/* Focus: where the keyboard stands in the picture. */
#ifndef TILESTEP_VIEW_FOCUS_H
#define TILESTEP_VIEW_FOCUS_H

#include "view/draw/context.h"

/* Whether a press on it is for the keyboard, too: all that is not in a sheet, which has keys of its
 * own. */
bool focus_can_hold(Target target);

/* The first shape that is the target, -1 if the picture has none. */
int focus_find(const Scene *scene, Target target);

/* The frame around what the keyboard stands on. */
void focus_build(View *view);

#endif
