/* The thread touches nothing but the job and files; a text is seen by others once its mark is
 * set. */
#include "session/lessons/cards_job.h"

#include "session/figures/counted.h"

#include <stdatomic.h>

struct CardsJob {
    Job base;
    const Lessons *lessons;
    DeviceTable devices;
    int first;
    CardText *texts;    /* [lessons->count] */
    atomic_bool *marks; /* [lessons->count]: that text is known */
};

static void fill_text(CardsJob *job, const Figures *figures, const BothTexts *prose, BothTexts *out)
{
    for (int i = 0; i < LANGUAGE_COUNT; ++i) {
        const Phrase *problem;
        const char *text =
            figures ? figures_fill(job->base.arena, figures, prose->in[i], &problem) : NULL;
        out->in[i] = text ? text : "";
    }
}

static void fill(CardsJob *job, int index)
{
    const Lesson *lesson = job->lessons->items[index];
    const Misconception *m = &lesson->misconception;
    int stage = scenes_find(lesson->stages, m->stage);
    Arena *arena = arena_new();
    Counted counted = {.figures.run_count = 0};
    bool is_good = stage >= 0 && counted_make(arena, lesson->stages, &lesson->stages->plans[stage],
                                              NULL, &job->devices, &counted, diags_new(arena));
    fill_text(job, is_good ? &counted.figures : NULL, &m->says, &job->texts[index].says);
    fill_text(job, is_good ? &counted.figures : NULL, &m->but, &job->texts[index].but);
    counted_free(&counted);
    arena_free(arena);
}

static void fill_all(void *context)
{
    CardsJob *job = context;
    int count = job->lessons->count;
    for (int i = 0; i < count && job_is_wanted(job); ++i) {
        int index = (job->first + i) % count;
        fill(job, index);
        atomic_store(&job->marks[index], true);
    }
}

CardsJob *cards_job_start(const Lessons *lessons, DeviceTable devices, int first)
{
    CardsJob *job = job_new(sizeof *job);
    if (!job)
        return NULL;
    job->lessons = lessons;
    job->devices = devices;
    job->first = first < 0 ? 0 : first;
    job->texts = ARENA_ARRAY(job->base.arena, CardText, lessons->count + 1);
    job->marks = ARENA_ARRAY(job->base.arena, atomic_bool, lessons->count + 1);
    return job_start(job, fill_all);
}

const CardText *cards_job_text(const CardsJob *job, int lesson)
{
    return atomic_load(&job->marks[lesson]) ? &job->texts[lesson] : NULL;
}

int cards_job_done(const CardsJob *job)
{
    int count = 0;
    for (int i = 0; i < job->lessons->count; ++i)
        count += atomic_load(&job->marks[i]);
    return count;
}
