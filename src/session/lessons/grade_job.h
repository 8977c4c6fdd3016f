/* GradeJob: grades a file on a thread of its own, so that the window goes on meanwhile. All
 * functions are for the thread that started the job. */
#pragma once

#include "base/job.h"
#include "session/lessons/grade.h"

typedef struct GradeJob GradeJob;

typedef struct GradeResult {
    Grade grade;
    const char
        *say; /* what is to be done, with the figures of the skeleton; "" if they are not known */
} GradeResult;

/* Begins; the lesson must outlive the job, the path is copied. NULL if no thread can be had. Freed
 * with job_free. */
GradeJob *grade_job_start(const Lesson *lesson, const char *path, Language language);

/* What came out, as long as the job lives; NULL while it goes on. */
const GradeResult *grade_job_poll(GradeJob *job);
