/* Progress through all lessons: marks of stages by their names, so that they outlive edits of a
 * lesson, and the first answer that was given there. As text it is a line "LESSON STAGE done",
 * "LESSON STAGE shown 128" or "LESSON STAGE open 64" for each; what a line names need not be there
 * any more. A line "handed 3" counts how often it was handed in. */
#pragma once

#include "session/data/lesson_stand.h"

extern const char *const progress_words[]; /* by StageMark, as in the text */

/* Marks a stage. One that is done stays so. Nothing where a name is too long. */
void progress_mark(LessonProgress *progress, const char *lesson, const char *stage, StageMark mark);

/* Notes what was answered at a stage; only the first answer stays. */
void progress_answer(LessonProgress *progress, const char *lesson, const char *stage,
                     double answer);

/* Adds all that another progress has. */
void progress_add(LessonProgress *progress, const LessonProgress *more);

/* What has become of a stage: OPEN if nothing is known of it. */
StageMark progress_of(const LessonProgress *progress, const char *lesson, const char *stage);

/* How many of its stages a lesson has that are marked. */
int progress_count(const LessonProgress *progress, const Lesson *lesson);

/* All marks as text, in arena. */
const char *progress_write(const LessonProgress *progress, Arena *arena);
/* Adds the marks of a text; lines that are none are passed over. is_new stays as it is. */
void progress_read(LessonProgress *progress, const char *text);
