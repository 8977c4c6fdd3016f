/* The exercise that somebody is solving: a file of their own, and what grading last made of it; see
 * lessons/exercise.h. */
#pragma once

#include "lesson/lesson.h"
#include "load/load.h"

typedef struct GradeJob GradeJob; /* lessons/grade_job.h */

/* A line of the file that is being filled in; see sheets/hole.h. Texts end with NUL and have no end
 * of line. */
enum { HOLE_TEXT = 256, HOLE_ABOVE = 4, HOLE_ROWS = 2 * HOLE_ABOVE + 1 };
typedef struct Hole {
    bool is_open;
    bool is_wanted; /* the rim writes the line into the file, and closes the hole */
    int line;       /* in the file, from 1; kept when it is closed; 0: none yet */
    char rows[HOLE_ROWS][HOLE_TEXT]; /* the file around it; the line itself is that of HOLE_ABOVE */
    char text[HOLE_TEXT];            /* its code as it is typed: neither indentation nor comment */
    size_t caret;                    /* in the text, in bytes */
} Hole;

typedef struct ExerciseStand {
    const Lesson *lesson; /* NULL: none is open */
    char path[512];       /* the file to be edited */
    const Run *graded;    /* the run that is or was graded; it may be gone and is only compared */
    Language language;    /* that the job speaks */
    GradeJob *job;        /* owned */
    bool is_known;        /* its result was seen */
    bool is_hinted;       /* the hint is shown */
    bool is_passed_over;  /* Enter was pressed while it is not solved: the next one goes on */
    Hole hole;
} ExerciseStand;
