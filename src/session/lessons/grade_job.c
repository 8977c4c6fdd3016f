/* The thread touches nothing but the job and files. */
#include "session/lessons/grade_job.h"

#include "session/figures/counted.h"
#include "session/scenes/recipe.h"

#include <string.h>

struct GradeJob {
    Job base;
    const Lesson *lesson;
    const char *path;
    Language language;
    GradeResult result;
};

static const char *task_of(GradeJob *job)
{
    const Exercise *exercise = job->lesson->exercise;
    const char *skeleton =
        recipe_find_kernel(job->base.arena, job->lesson->stages, exercise->skeleton);
    const Phrase *problem;
    Counted counted = {.figures.run_count = 0};
    const char *say = NULL;
    if (skeleton &&
        counted_make_file(job->base.arena, skeleton, exercise->sizes[0], &counted, &problem))
        say = figures_fill(job->base.arena, &counted.figures, exercise->say.in[job->language],
                           &problem);
    counted_free(&counted);
    return say ? say : "";
}

static void grade(void *context)
{
    GradeJob *job = context;
    job->result.grade = lesson_grade(job->base.arena, job->lesson, job->path, job->language);
    job->result.say = task_of(job);
}

GradeJob *grade_job_start(const Lesson *lesson, const char *path, Language language)
{
    GradeJob *job = job_new(sizeof *job);
    if (!job)
        return NULL;
    job->lesson = lesson;
    job->path = arena_text(job->base.arena, path, strlen(path));
    job->language = language;
    return job_start(job, grade);
}

const GradeResult *grade_job_poll(GradeJob *job)
{
    return job_poll(job) ? &job->result : NULL;
}
