/* The exercise that somebody is solving: a file of their own, and what grading last made of it; see
 * lessons/exercise.h. */
#ifndef TILESTEP_SESSION_DATA_EXERCISE_STAND_H
#define TILESTEP_SESSION_DATA_EXERCISE_STAND_H

#include "lesson/lesson.h"
#include "load/load.h"

typedef struct GradeJob GradeJob; /* lessons/grade_job.h */

typedef struct ExerciseStand {
    const Lesson *lesson; /* NULL: none is open */
    char path[512];       /* the file to be edited */
    const Run *graded;    /* the run that is or was graded; it may be gone and is only compared */
    Language language;    /* that the job speaks */
    GradeJob *job;        /* owned */
    bool is_known;        /* its result was seen */
} ExerciseStand;

#endif
