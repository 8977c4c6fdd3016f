/* Answers are compared as numbers: what was near enough to mean a listed one was kept as that. */
#include "session/class/tally.h"

#include "session/figures/answers.h"
#include "session/figures/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_answered(const Class *class, const Lesson *lesson, const char *stage)
{
    for (int i = 0; i < class->count; ++i) {
        const LessonMark *mark = class_mark(&class->people[i], lesson->name, stage);
        if (mark && mark->has_answer)
            return true;
    }
    return false;
}

int class_questions(Arena *arena, const Class *class, const Lessons *lessons,
                    ClassQuestion **questions)
{
    int count = 0, capacity = 0;
    *questions = NULL;
    for (int i = 0; i < lessons->count; ++i) {
        const Lesson *lesson = lessons->items[i];
        for (int stage = 0; stage < lesson->stages->count; ++stage) {
            const ScenePlan *plan = &lesson->stages->plans[stage];
            if (plan->stage->ask && is_answered(class, lesson, plan->name))
                *ARENA_PUSH(arena, *questions, count, capacity) = (ClassQuestion){lesson, stage};
        }
    }
    return count;
}

typedef struct Maker {
    Arena *arena;
    Tally *tally;
    const Class *class;
    const Lesson *lesson;
    const ScenePlan *plan;
    Language language;
    const Counted *counted; /* NULL: the runs could not be counted */
    const Phrase *problem;
} Maker;

static const char *fill(Maker *m, const BothTexts *texts)
{
    const Phrase *problem;
    const char *prose = texts->in[m->language], *filled = NULL;
    if (m->counted)
        filled = figures_fill(m->arena, &m->counted->figures, prose, &problem);
    return filled ? filled : figures_blank(m->arena, prose);
}

/* Whether an answer can be that of a choice. */
static bool is_option(const Ask *ask, double answer)
{
    return answer >= -1 && answer < ask->wrong_count && answer == (int)answer;
}

static const char *words_of(Maker *m, double answer)
{
    const Ask *ask = m->plan->stage->ask;
    const Run *run = m->counted ? m->counted->runs[0] : NULL;
    if (ask->right)
        return fill(m, answer < 0 ? ask->right : ask->wrong[(int)answer].text);
    const Answer said = {m->arena, m->language, run, ask, answer};
    return run && answer_is_one(run, ask, answer) ? answer_text(&said)
                                                  : arena_printf(m->arena, "%.9g", answer);
}

/* ---- bars ---- */

static TallyBar *bar_of(TallyBar *bars, int count, double answer)
{
    for (int i = 0; i < count; ++i)
        if (bars[i].answer == answer)
            return &bars[i];
    return NULL;
}

/* The answer of somebody that can be one; NULL: none. */
static const LessonMark *answer_of(const Maker *m, int person)
{
    const Ask *ask = m->plan->stage->ask;
    const LessonMark *mark = class_mark(&m->class->people[person], m->lesson->name, m->plan->name);
    bool is_one = mark && mark->has_answer && (!ask->right || is_option(ask, mark->answer));
    return is_one ? mark : NULL;
}

/* Counts behind `count` bars what else was answered; how many bars there are then. */
static int count_answers(const Maker *m, TallyBar *bars, int count)
{
    for (int i = 0; i < m->class->count; ++i) {
        const LessonMark *mark = answer_of(m, i);
        TallyBar *bar = mark ? bar_of(bars, count, mark->answer) : NULL;
        if (mark && !bar)
            *(bar = &bars[count++]) = (TallyBar){.answer = mark->answer};
        if (mark)
            ++bar->count;
    }
    return count;
}

static int by_count(const void *a, const void *b)
{
    const TallyBar *one = a, *other = b;
    return one->count != other->count     ? other->count - one->count
           : one->answer != other->answer ? (one->answer < other->answer ? -1 : 1)
                                          : 0;
}

/* As many bars as a tally has: the last ones become one, but for the right answer. */
static int cut_bars(TallyBar *bars, int count)
{
    enum { OTHERS = TALLY_BARS - 1 };
    if (count <= TALLY_BARS)
        return count;
    for (int i = OTHERS; i < count; ++i) {
        const TallyBar bar = bars[i];
        if (bar.is_right) {
            bars[i] = bars[OTHERS - 1];
            bars[OTHERS - 1] = bar;
        }
    }
    bars[OTHERS] = (TallyBar){.answer = NAN};
    return TALLY_BARS;
}

/* Everybody's name to a bar, and what became of their answers. */
static void name_people(Maker *m)
{
    Tally *tally = m->tally;
    for (int i = 0; i < tally->count; ++i) {
        tally->bars[i].people = ARENA_ARRAY(m->arena, int, m->class->count + 1);
        tally->bars[i].count = 0;
    }
    for (int i = 0; i < m->class->count; ++i) {
        const LessonMark *mark = answer_of(m, i);
        TallyBar *bar = mark ? bar_of(tally->bars, tally->count, mark->answer) : NULL;
        if (!mark)
            continue;
        bar = bar ? bar : &tally->bars[tally->count - 1];
        ((int *)bar->people)[bar->count++] = i;
        ++tally->answered;
        tally->right += bar->is_right;
        tally->later += !bar->is_right && mark->mark == STAGE_DONE;
        tally->shown += mark->mark == STAGE_SHOWN;
        tally->most = bar->count > tally->most ? bar->count : tally->most;
    }
}

static void make_bars(Maker *m)
{
    const Ask *ask = m->plan->stage->ask;
    TallyBar *bars = ARENA_ARRAY(m->arena, TallyBar, m->class->count + LESSON_OPTIONS + 1);
    double right = -1; /* of a choice */
    int count = 0;
    bool is_known = ask->right || (m->counted && figures_value(m->arena, &m->counted->figures,
                                                               ask->answer, &right, &m->problem));
    for (; ask->right && count <= (int)ask->wrong_count && count < LESSON_OPTIONS; ++count)
        bars[count].answer = answer_option(m->plan, count);
    count = count_answers(m, bars, count);
    if (is_known && !bar_of(bars, count, right))
        bars[count++].answer = right;
    if (!ask->right)
        qsort(bars, (size_t)count, sizeof *bars, by_count);
    if (is_known)
        bar_of(bars, count, right)->is_right = true;
    m->tally->count = cut_bars(bars, count);
    memcpy(m->tally->bars, bars, (size_t)m->tally->count * sizeof *bars);
    for (int i = 0; i < m->tally->count; ++i)
        if (!isnan(bars[i].answer))
            m->tally->bars[i].words = words_of(m, bars[i].answer);
    name_people(m);
    m->tally->is_choice = ask->right;
    if (!is_known)
        m->tally->problem = phrase_in(m->arena, m->language, m->problem);
}

void tally_make(Arena *arena, Tally *tally, const Class *class, const ClassQuestion *question,
                const DeviceTable *devices, Language language)
{
    const Scenes *stages = question->lesson->stages;
    const ScenePlan *plan = &stages->plans[question->stage];
    Arena *scratch = arena_new();
    Counted counted = {.figures.run_count = 0};
    Diags *diags = diags_new(arena);
    *tally = (Tally){.text = ""};
    bool is_good = counted_make(scratch, stages, plan, NULL, devices, &counted, diags);
    Maker maker = {.arena = arena,
                   .tally = tally,
                   .class = class,
                   .lesson = question->lesson,
                   .plan = plan,
                   .language = language,
                   .counted = is_good ? &counted : NULL,
                   .problem = diags->count ? diags->items[0].message : NULL};
    tally->text = fill(&maker, &plan->stage->ask->text);
    make_bars(&maker);
    counted_free(&counted);
    arena_free(scratch);
}

const char *tally_names(Arena *arena, const Class *class, const TallyBar *bar, int most)
{
    const char *names = "";
    for (int i = 0; i < bar->count && i < most; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "",
                             class->people[bar->people[i]].hand_in.name);
    return bar->count > most ? arena_printf(arena, "%s … +%d", names, bar->count - most) : names;
}
