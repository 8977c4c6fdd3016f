/* View: a Session as a picture. Reads only; the same session, size and metrics give the same Scene,
 * in the window, in files and in tests.
 *
 * Pick tags of the Scene are Targets (session/words/command.h); view_press and its kin turn the mouse into
 * Commands, so the window knows nothing of what it shows.
 */
#ifndef TILESTEP_VIEW_VIEW_H
#define TILESTEP_VIEW_VIEW_H

#include "scene/scene.h"
#include "session/session.h"
#include "view/draw/cuts.h"

/* One frame. The Scene lives in arena. */
Scene *view_build(const Session *session, Arena *arena, int width, int height,
                  const TextMetrics *metrics);

/* The same, and the texts that did not fit where they stand, for tests. */
Scene *view_build_checked(const Session *session, Arena *arena, int width, int height,
                          const TextMetrics *metrics, ViewCuts *cuts);

/* The Command of a key, as command.def names it, here and now: Tab goes from place to place in the
 * Scene, arrows about in one, Return and Space press what the keyboard stands on. False if it means
 * nothing. */
bool view_command_for_key(const Session *session, const Scene *scene, const char *key,
                          Command *command);
/* The same for the commands of those keys; any other command is left as it is. */
Command view_resolve(const Session *session, const Scene *scene, Command command);

/* A press of the mouse button at a point; false if it means nothing. */
bool view_press(const Session *session, const Scene *scene, Point at, Command *command);
/* The same with Shift held: a line of the source becomes a stop. */
bool view_press_shift(const Session *session, const Scene *scene, Point at, Command *command);
/* True if a drag may begin here, and the Command of a point while it goes on (it may lie outside).
 * The stage moves by the way from session's pointer to the point. */
bool view_can_drag(const Scene *scene, Point at);
/* True if the middle button takes hold of the stage here. */
bool view_can_pan(const Scene *scene, Point at);
bool view_drag(const Session *session, const Scene *scene, Point at, Command *command);
/* The pointer rests at a point. */
Command view_hover(const Scene *scene, Point at);
/* Another picture is shown while the pointer rests: true if it now rests on something else. */
bool view_hover_again(const Session *session, const Scene *scene, Target *target);
/* The wheel is turned by notches, upwards positive. */
bool view_wheel(const Session *session, const Scene *scene, Point at, int notches, bool with_ctrl,
                Command *command);

#endif
