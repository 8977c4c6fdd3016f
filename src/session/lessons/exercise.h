/* Solving the exercise of a lesson: a copy of its skeleton in the working folder is opened, watched
 * as any file is, and graded whenever it has been saved. */
#pragma once

#include "session/data/session_data.h"
#include "session/lessons/grade_job.h"

/* Begins or goes on with it: a file of the skeleton's name in the working folder is made, unless it
 * is there, which is never written over, and opened. A notice where that cannot be. */
void exercise_begin(Session *session);

/* Opens the file at a size that it is tried with, from 0; below 0: at the first that something went
 * wrong at. */
void exercise_open_size(Session *session, int64_t size);
/* Shows the hint, or no longer. */
void exercise_hint(Session *session);

/* Whether its file is what the window shows. */
bool exercise_is_open(const Session *session);

/* What grading made of the file as it was saved last; NULL while it is graded, or if none is
 * open. */
const GradeResult *exercise_result(const Session *session);

/* Whether the file as it was saved last is a solution. */
bool exercise_is_solved(const Session *session);

/* To be called now and then: grades what has been saved. True if something is seen to change. */
bool exercise_follow(Session *session);
bool exercise_is_working(const Session *session);
/* Waits for it; for pictures that nobody waits for. */
void exercise_finish(Session *session);
/* Ends it and frees what the session keeps of it. */
void exercise_free(Session *session);
