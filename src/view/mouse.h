/* What pressing something means, whether the mouse points at it or the keyboard stands on it. */
#ifndef TILESTEP_VIEW_MOUSE_H
#define TILESTEP_VIEW_MOUSE_H

#include "scene/scene.h"
#include "session/session.h"

/* The Command of a press on target, which takes rect, at a point of it; false if it means nothing. */
bool press_on(const Session *session, Target target, Rect rect, Point at, Command *command);
/* With Shift. */
bool press_shift_on(const Session *session, Target target, Rect rect, Point at, Command *command);

/* Scrolls the registers by rows; false if they end there, or all are seen. */
bool scroll_registers(const Scene *scene, int by, Command *command);

#endif
