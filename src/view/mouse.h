/* What pressing something means, whether the mouse points at it or the keyboard stands on it.
 * Nothing here changes the session: the answer is a Command, which the caller applies. Where false
 * comes back *command is not set. */
#pragma once

#include "scene/scene.h"
#include "session/data/session_type.h"

/* The Command of a press on target, which takes rect, at a point of it, both in pixels: where the
 * point lies matters on the time line and on sliders. false if a press there means nothing. */
bool press_on(const Session *session, Target target, Rect rect, Point at, Command *command);
/* The same with Shift: a line of the source becomes a stop, a file stands beside the one in
 * front. */
bool press_shift_on(const Session *session, Target target, Rect rect, Point at, Command *command);

/* The Command that scrolls what has a target of the kind, TARGET_REGISTERS, TARGET_COUNTS,
 * TARGET_LAUNCHES or TARGET_LESSON, by so many rows, down where by is positive; false if they end
 * there, or all are seen. */
bool scroll_rows(const Scene *scene, TargetKind rows, int by, Command *command);
