/* The stage: global memory, drawn, and what the mouse means on it. */
#ifndef TILESTEP_VIEW_STAGE_STAGE_H
#define TILESTEP_VIEW_STAGE_STAGE_H

#include "view/draw/context.h"

void stage_build(View *view);

/* What the mouse means on the stage; false if nothing. Zooming about a point; moving by a drag; moving
 * down by the wheel. */
bool stage_zoom_at(const Session *session, const Scene *scene, Point at, int notches,
                   Command *command);
bool stage_drag(const Session *session, const Scene *scene, Point from, Point to, Command *command);
bool stage_wheel(const Session *session, const Scene *scene, Point at, int notches,
                 Command *command);

#endif
