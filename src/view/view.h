/* View: a Session as a picture. Reads only; the same session, size and metrics give the same Scene,
 * in the window, in files and in tests.
 *
 * Pick tags of the Scene are Targets (session/commands/command.h); view_press and its kin turn the
 * mouse into Commands, so the window knows nothing of what it shows. Those take the Scene that is
 * on the screen, which has to be one that view_build made of this session. Points are pixels of the
 * Scene. Where a function answers false, *command means nothing. They may allocate in the Scene's
 * arena.
 */
#pragma once

#include "scene/scene.h"
#include "session/data/session_type.h"
#include "view/draw/cuts.h"

/* One frame of width x height pixels. The Scene lives in arena, which is reset for the next frame;
 * the metrics must outlive it. A session without a run that can start gives a page that says
 * why. */
Scene *view_build(const Session *session, Arena *arena, int width, int height,
                  const TextMetrics *metrics);

/* Parts of a frame, as its shapes have them: what is read aloud (scene_words). The stage and what
 * else stands in the middle has none. */
typedef enum ViewPart {
    VIEW_PART_NONE,
    VIEW_QUESTION, /* of a scene */
    VIEW_COUNTERS,
    VIEW_CAPTION,
    VIEW_LESSON, /* with the answer */
    VIEW_PANEL,
    VIEW_TIP,
    VIEW_SHEET,
    VIEW_PROBLEM,
    VIEW_PART_COUNT
} ViewPart;

/* The same; what did not fit where it stands is noted in cuts (view/draw/cuts.h), for tests. */
Scene *view_build_checked(const Session *session, Arena *arena, int width, int height,
                          const TextMetrics *metrics, ViewCuts *cuts);

/* The Command of a key, as command.def names it, here and now: Tab goes from place to place in the
 * Scene, arrows about in one, Return and Space press what the keyboard stands on. False if it means
 * nothing. */
bool view_command_for_key(const Session *session, const Scene *scene, const char *key,
                          Command *command);
/* Replaces a command that asks to go from place to place or to press by the one that this means in
 * the Scene; any other command is left as it is. For scripts, which have names of commands and no
 * keys. */
Command view_resolve(const Session *session, const Scene *scene, Command command);

/* A press of the left mouse button at a point; false if it means nothing. */
bool view_press(const Session *session, const Scene *scene, Point at, Command *command);
/* The same with Shift held: a line of the source becomes a stop. */
bool view_press_shift(const Session *session, const Scene *scene, Point at, Command *command);
/* True if a drag with the left button may begin here: on the time line, a slider or the stage. */
bool view_can_drag(const Scene *scene, Point at);
/* True if the middle button takes hold of the stage here. */
bool view_can_pan(const Scene *scene, Point at);
/* The Command of a point while a drag goes on; the point may lie outside of what is dragged. What
 * it began on is session->selection.hover, which must not change meanwhile. The stage moves by the
 * way from session's pointer to the point. */
bool view_drag(const Session *session, const Scene *scene, Point at, Command *command);
/* The Command that tells the session what the pointer rests on; there is always one. */
Command view_hover(const Scene *scene, Point at);
/* Another picture is shown while the pointer rests: true if it now rests on something else, which
 * *target gets. Never while the keyboard stands somewhere. */
bool view_hover_again(const Session *session, const Scene *scene, Target *target);
/* The wheel is turned by notches, upwards positive: what is below the pointer scrolls, zooms or
 * steps in time. */
bool view_wheel(const Session *session, const Scene *scene, Point at, int notches, bool with_ctrl,
                Command *command);
