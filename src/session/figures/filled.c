/* One text after another is filled in from the same record. What has no value in this run, as after
 * a change of the student's, becomes an ellipsis and a sentence that says why. */
#include "session/figures/filled.h"

#include "session/figures/answers.h"
#include "session/figures/figures.h"
#include "session/figures/record.h"
#include "session/texts/strings.h"

#include <string.h>

typedef struct Fill {
    Arena *arena;
    Language language;
    const Figures *figures; /* NULL: nothing is known yet */
    const Phrase *problem;  /* the first one */
} Fill;

static const char *fill_text(Fill *f, const BothTexts *texts)
{
    const Phrase *problem;
    const char *prose = texts->in[f->language];
    if (!prose)
        return "";
    const char *filled = f->figures ? figures_fill(f->arena, f->figures, prose, &problem) : NULL;
    if (f->figures && !filled && !f->problem)
        f->problem = problem;
    return filled ? filled : figures_blank(f->arena, prose);
}

static bool fill_value(Fill *f, const char *expression, double *value)
{
    const Phrase *problem;
    if (!f->figures || figures_value(f->arena, f->figures, expression, value, &problem))
        return f->figures;
    if (!f->problem)
        f->problem = problem;
    return false;
}

static void fill_options(Fill *f, const ScenePlan *plan, StageText *text)
{
    const Ask *ask = plan->stage->ask;
    text->option_count = (int)ask->wrong_count + 1;
    for (int i = 0; i < text->option_count; ++i) {
        int wrong = text->option_wrong[i] = answer_option(plan, i);
        text->options[i] = fill_text(f, wrong < 0 ? ask->right : ask->wrong[wrong].text);
    }
}

static void fill_ask(Fill *f, const Session *session, const ScenePlan *plan, StageText *text)
{
    const Ask *ask = plan->stage->ask;
    text->ask = fill_text(f, &ask->text);
    text->hint = fill_text(f, &ask->hint);
    for (uint32_t i = 0; i < ask->wrong_count; ++i)
        text->hints[i] = fill_text(f, &ask->wrong[i].hint);
    if (ask->right)
        fill_options(f, plan, text);
    bool is_known = (!ask->most || fill_value(f, ask->most, &text->most)) &&
                    fill_value(f, ask->answer, &text->answer);
    for (int i = 0; i < text->option_count && is_known; ++i)
        if (text->option_wrong[i] < 0)
            text->words = text->options[i];
    if (is_known && !ask->right)
        text->words = answer_words(session, f->arena, ask, text->answer);
}

static void fill_goal(Fill *f, const Goal *goal, StageText *text)
{
    double value = 0;
    text->ask = fill_text(f, &goal->text);
    text->is_reached = fill_value(f, goal->is, &value) && value != 0;
}

/* One that has no value stays away; nothing else does for it. */
static const char *fill_place(Fill *f, const char *place)
{
    const Phrase *problem;
    return f->figures ? figures_fill(f->arena, f->figures, place, &problem) : NULL;
}

static const char **fill_places(Fill *f, const char *const *places, uint32_t count)
{
    const char **filled = ARENA_ARRAY(f->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count; ++i)
        filled[i] = fill_place(f, places[i]);
    return filled;
}

static void fill_marks(Fill *f, const ScenePlan *plan, StageMarks *marks)
{
    marks->mark = fill_places(f, plan->mark, plan->mark_count);
    marks->lit = fill_places(f, plan->lit, plan->lit_count);
    marks->arrows = fill_places(f, plan->arrows, plan->arrow_count);
    for (int i = 0; i < plan->label_count; ++i) {
        marks->label_at[i] = fill_place(f, plan->labels[i].at);
        marks->label_says[i] = fill_place(f, plan->labels[i].says.in[f->language]);
    }
    marks->are_filled = true;
}

/* Of a scene the answer and its marks are all that has figures. */
static void fill_scene(Fill *f, const ScenePlan *plan, StageText *text)
{
    const Phrase *problem = NULL;
    *text = (StageText){.is_counting = !f->figures};
    fill_marks(f, plan, &text->marks);
    if (!f->figures || !plan->answer.in[f->language])
        return;
    text->answer_said = figures_sentence(f->arena, f->figures, plan, f->language, &problem);
    if (problem)
        text->problem = phrase_in(f->arena, f->language, problem);
}

static void fill_stage(Fill *f, const Session *session, const ScenePlan *plan, StageText *text)
{
    *text = (StageText){.say = fill_text(f, &plan->stage->say),
                        .show = fill_text(f, &plan->question),
                        .is_counting = record_state(session) == RECORD_COUNTING};
    text->note = fill_text(f, &plan->note);
    fill_marks(f, plan, &text->marks);
    if (plan->stage->ask)
        fill_ask(f, session, plan, text);
    else if (plan->stage->goal)
        fill_goal(f, plan->stage->goal, text);
    if (f->problem)
        text->problem = phrase_in(f->arena, f->language, f->problem);
    else if (record_state(session) == RECORD_NEVER)
        text->problem = string_get(STRING_LESSON_UNCOUNTED, f->language);
}

static StageKey key_of(const Session *session)
{
    StageKey key;
    memset(&key, 0, sizeof key); /* it is compared with all that lies between its members */
    key.stage = session->scene.index;
    key.language = session->look.language;
    key.device = session->model.device;
    key.run_count = session->run_count;
    for (int i = 0; i < session->run_count; ++i) {
        const SessionRun *run = &session->runs[i];
        key.known[3 * i] = run->run;
        key.known[3 * i + 1] = run->total;
        key.known[3 * i + 2] = run->check;
        key.is_over[i] = run->job_is_over;
    }
    return key;
}

bool stage_fill(Session *session, const ScenePlan *plan)
{
    LessonStand *stand = &session->lesson;
    StageKey key = key_of(session);
    HeldRecord held = {.moved = NULL};
    if (stand->is_filled && memcmp(&key, &stand->key, sizeof key) == 0)
        return false;
    if (!stand->arena)
        stand->arena = arena_new();
    arena_reset(stand->arena);
    Fill fill = {.arena = stand->arena, .language = session->look.language};
    if (record_state(session) == RECORD_KNOWN) {
        record_hold(session, plan, &held);
        fill.figures = &held.figures;
    }
    if (plan->stage)
        fill_stage(&fill, session, plan, &stand->text);
    else
        fill_scene(&fill, plan, &stand->text);
    record_release(&held);
    stand->key = key;
    stand->is_filled = true;
    return true;
}

const char *answer_words(const Session *session, Arena *arena, const Ask *ask, double value)
{
    const StageText *text = &session->lesson.text;
    if (ask->right)
        return value >= 0 && value < text->option_count ? text->options[(int)value] : "";
    const Answer answer = {arena, session->look.language, session->runs[0].run, ask, value};
    return session->run_count ? answer_text(&answer) : "";
}
