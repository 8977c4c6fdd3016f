/* The course as somebody takes it: which lessons are done, and which one is next. */
#pragma once

#include "session/data/lesson_stand.h"

typedef enum LessonState {
    LESSON_NEW,
    LESSON_BEGUN, /* some of its stages are marked */
    LESSON_SEEN,  /* all of them are, some of them because their answer was shown */
    LESSON_DONE,  /* whatever it asks has been answered */
    LESSON_SOLVED /* and its exercise is solved */
} LessonState;

extern const char *const course_state_names[]; /* "new", "begun", "seen", "done", "solved" */

LessonState course_state(const LessonProgress *progress, const Lesson *lesson);

/* Whether all lessons that it needs are at least seen; those that are not there count as seen. */
bool course_is_open(const LessonProgress *progress, const Lessons *lessons, const Lesson *lesson);

/* The lesson to go on with: the one begun last, if it is not seen yet, else the first one that is
 * not and whose needs are. -1 if all are. */
int course_next(const LessonProgress *progress, const Lessons *lessons);

/* The first stage that is not marked; 0 if all are. */
int course_stage(const LessonProgress *progress, const Lesson *lesson);
