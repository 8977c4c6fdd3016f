/* Taking a lesson in a window. A stage is a scene, opened, gone through and come back to as
 * scenes/show.h says; beside that its question is answered (ask.h). What was answered stays known
 * until another lesson is opened, wherever the reader goes meanwhile. */
#ifndef TILESTEP_SESSION_LESSONS_TAKE_H
#define TILESTEP_SESSION_LESSONS_TAKE_H

#include "session/data/session_data.h"

/* Lessons that the window knows from now on, which must outlive the session; NULL: none. */
void session_use_lessons(Session *session, const Lessons *lessons);

/* The lesson that is shown; NULL: none. */
const Lesson *lesson_shown(const Session *session);
/* The stage that is shown: the plan has its LessonStage; NULL: none. */
const ScenePlan *lesson_stage(const Session *session);

/* Opens a lesson known by its name at a stage, an index from 0, with its question open. false with
 * a notice if there is no such lesson or stage, or if its kernel cannot run; then nothing has
 * changed. */
bool lesson_open(Session *session, const char *name, int stage);

/* Leaves the lesson: its runs stay, and the window knows the scenes again that it knew before.
 * Nothing without one. */
void lesson_leave(Session *session);

#endif
