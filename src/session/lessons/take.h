/* Taking a lesson in a window. A stage is a scene, opened, gone through and come back to as
 * scenes/show.h says; beside that its question is answered (ask.h). What was answered stays known
 * until another lesson is opened, wherever the reader goes meanwhile. */
#pragma once

#include "session/data/session_data.h"

/* Lessons that the window knows from now on, which must outlive the session; NULL: none. */
void session_use_lessons(Session *session, const Lessons *lessons);

/* The lesson that is shown; NULL: none. */
const Lesson *lesson_shown(const Session *session);
/* The stage that is shown: the plan has its LessonStage; NULL: none. */
const ScenePlan *lesson_stage(const Session *session);
/* What has become of the stage that is shown, which there must be. */
StageStand *lesson_stand(const Session *session);
/* Whether that stage has a question or a goal, and it is open. */
bool lesson_is_asked(const Session *session);

/* Opens a lesson known by its name at a stage, an index from 0, with all its questions open. false
 * with a notice if there is no such lesson or stage, or if its kernel cannot run; then nothing has
 * changed. */
bool lesson_open(Session *session, const char *name, int stage);

/* Leaves the lesson: its runs stay, and the window knows the scenes again that it knew before.
 * Nothing without one. */
void lesson_leave(Session *session);

/* Makes the stages of a lesson the scenes of the window, without opening one; false if the name is
 * not known. For saved windows. */
bool lesson_use(Session *session, const char *name);

/* ---- through it; without a lesson, through the scenes ---- */

/* What the keys of a presenter do: an open question or goal gets its answer, and then the next
 * stage opens. One that asks nothing is gone through as a scene. */
void lesson_forward(Session *session);
void lesson_back(Session *session);
/* The stage or scene so many further on, or of that index, whatever is open. */
void lesson_skip(Session *session, int by);
void lesson_go(Session *session, int64_t index);
/* From the end of a lesson: to its exercise, where that is not solved, to the next lesson, and from
 * the last one to what many believe. */
void lesson_finish(Session *session, const Lesson *lesson);
/* What is done here, and the next stage; from an exercise that is solved, the next lesson. Nothing
 * while something is asked. */
void lesson_go_on(Session *session);
/* The answer is shown; without an open question the veil is lifted, or let down again. */
void lesson_reveal(Session *session);
/* The question is asked anew, of the run as it is. */
void lesson_ask_again(Session *session);
/* The stage as it opens, with its question. */
void lesson_restore(Session *session);
/* Back from wherever the reader has gone, as scene_return. */
bool lesson_return(Session *session);
/* Opens its panel, or closes it. */
void lesson_panel(Session *session);
/* Shows the prose from a line on. */
void lesson_scroll(Session *session, int64_t to);

/* ---- for what is below and above ---- */

/* The stage is answered or shown: its veil is lifted, time goes to its place, and its commands are
 * to be done. */
void lesson_settle(Session *session, StageMark mark);

/* The next of those commands; false if there is none, and then what they have led to counts as
 * where the lesson has led. */
bool lesson_next_reveal(Session *session, Command *command);

/* To be called after whatever has changed: texts, goals and answers that wait follow. True if
 * something that is seen has changed. */
bool lesson_follow(Session *session);

/* Frees what the session keeps of a lesson. */
void lesson_free(Session *session);
