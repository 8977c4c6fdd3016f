/* The stage: global memory, drawn, and what the mouse means on it. */
#pragma once

#include "view/draw/context.h"

/* Fills layout.stage with the buffers and leaves behind in view->buffers where they stand, for
 * arrows between the panels. */
void stage_build(View *view);

/* What the mouse means on the stage: Commands that change session->stage. Points are pixels of the
 * scene, in whose arena the places of all buffers are worked out once more. false if it means
 * nothing there. */

/* Zooms by notches, inwards positive, and keeps the element under the point where it is. */
bool stage_zoom_at(const Session *session, const Scene *scene, Point at, int notches,
                   Command *command);
/* Moves a zoomed stage by the way from one point to another; the buffer is what hover began on. */
bool stage_drag(const Session *session, const Scene *scene, Point from, Point to, Command *command);
/* Moves a zoomed stage up by notches, 15 % of what is seen each. */
bool stage_wheel(const Session *session, const Scene *scene, Point at, int notches,
                 Command *command);
