/* The thread touches nothing but the job and files. */
#include "session/lessons/grade_job.h"

#include "session/lessons/counted.h"
#include "session/scenes/recipe.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct GradeJob {
    pthread_t thread;
    bool is_joined;
    atomic_bool is_done;
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

static void *job_main(void *context)
{
    GradeJob *job = context;
    job->result.grade = lesson_grade(job->arena, job->lesson, job->path, job->language);
    job->result.say = task_of(job);
    atomic_store(&job->is_done, true);
    return NULL;
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
    job->is_joined = true;
    if (pthread_create(&job->thread, NULL, job_main, job) == 0) {
        job->is_joined = false;
        return job;
    }
    grade_job_free(job);
    return NULL;
}

void grade_job_wait(GradeJob *job)
{
    if (!job->is_joined)
        pthread_join(job->thread, NULL);
    job->is_joined = true;
}

const GradeResult *grade_job_poll(GradeJob *job)
{
    return atomic_load(&job->is_done) ? &job->result : NULL;
}

void grade_job_free(GradeJob *job)
{
    if (!job)
        return;
    grade_job_wait(job);
    arena_free(job->arena);
    free(job);
}
