/* The thread touches nothing but the job and files. */
#include "session/lessons/grade_job.h"

#include "base/worker.h"
#include "session/figures/counted.h"
#include "session/scenes/recipe.h"

#include <stdlib.h>
#include <string.h>

struct GradeJob {
    Worker worker;
    const Lesson *lesson;
    const char *path;
    Language language;
    Arena *arena; /* of path and: */
    GradeResult result;
};

static const char *task_of(GradeJob *job)
{
    const Exercise *exercise = job->lesson->exercise;
    const char *skeleton = recipe_find_kernel(job->arena, job->lesson->stages, exercise->skeleton);
    const Phrase *problem;
    Counted counted = {.figures.run_count = 0};
    const char *say = NULL;
    if (skeleton && counted_make_file(job->arena, skeleton, exercise->sizes[0], &counted, &problem))
        say = figures_fill(job->arena, &counted.figures, exercise->say.in[job->language], &problem);
    counted_free(&counted);
    return say ? say : "";
}

static void grade(void *context)
{
    GradeJob *job = context;
    job->result.grade = lesson_grade(job->arena, job->lesson, job->path, job->language);
    job->result.say = task_of(job);
}

GradeJob *grade_job_start(const Lesson *lesson, const char *path, Language language)
{
    GradeJob *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->arena = arena_new();
    job->lesson = lesson;
    job->path = arena_text(job->arena, path, strlen(path));
    job->language = language;
    if (worker_start(&job->worker, grade, job))
        return job;
    grade_job_free(job);
    return NULL;
}

void grade_job_wait(GradeJob *job)
{
    worker_wait(&job->worker);
}

const GradeResult *grade_job_poll(GradeJob *job)
{
    return worker_poll(&job->worker) ? &job->result : NULL;
}

void grade_job_free(GradeJob *job)
{
    if (!job)
        return;
    worker_end(&job->worker);
    arena_free(job->arena);
    free(job);
}
