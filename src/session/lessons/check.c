/* Every stage is counted at each of its sizes, and then everything that it says is worked out from
 * that record. Where a stage has mistakes already, it is not counted. */
#include "session/lessons/check.h"

#include "lesson/expression.h"
#include "probe/record/shown.h"
#include "session/commands/command.h"
#include "session/figures/answers.h"
#include "session/figures/counted.h"
#include "session/lessons/grade.h"
#include "session/scenes/check.h"
#include "session/scenes/recipe.h"

#include <ctype.h>
#include <string.h>

typedef struct Check {
    Arena *arena;
    const Lesson *lesson;
    const DeviceTable *devices;
    Diags *diags;
    const YamlNode *node;   /* what paths begin at: a stage, or the lesson */
    const Figures *figures; /* of the stage at the size in hand */
    bool is_second;         /* that size is the second one */
} Check;

static Span check_span(const Check *c, const char *path)
{
    return yaml_span(c->node, path);
}

/* Behind a message: at which size it is so. */
static const Phrase *size_words(const Check *c)
{
    return c->is_second ? PHRASE_LITERAL(" (at the second size)") : NULL;
}

/* ---- prose ---- */

/* One text: in its language, without typed figures, and with values for all expressions. */
static void check_prose(const Check *c, const char *field, const BothTexts *texts, int most)
{
    BothTexts filled = {{NULL}};
    const Phrase *problem;
    for (int i = 0; i < LANGUAGE_COUNT; ++i) {
        Span span = check_span(c, arena_printf(c->arena, "%s.%s", field, i ? "zh" : "en"));
        scene_check_typed(span, texts->in[i], c->diags);
        filled.in[i] = figures_fill(c->arena, c->figures, texts->in[i], &problem);
        if (!filled.in[i])
            diag_error(c->diags, span, NULL, "no figure can be filled in here: %p%p",
                       (const void *)problem, (const void *)size_words(c));
    }
    if (filled.in[LANGUAGE_EN] && filled.in[LANGUAGE_ZH])
        scene_check_text(c->arena, c->node, field, &filled, most, c->diags);
}

/* The value of the expression in a field; false with a diagnostic. */
static bool take_value(const Check *c, const char *field, const char *expression, double *value)
{
    const Phrase *problem;
    bool is_good = figures_value(c->arena, c->figures, expression, value, &problem);
    if (!is_good)
        diag_error(c->diags, check_span(c, field), NULL, "this has no value: %p%p",
                   (const void *)problem, (const void *)size_words(c));
    return is_good;
}

/* ---- questions ---- */

/* The answer, or a listed one, is one that could be given. */
static void check_range(const Check *c, const Ask *ask, const char *field, double value)
{
    double most;
    if (!answer_is_one(c->figures->runs[0].run, ask, value))
        diag_error(c->diags, check_span(c, field), NULL,
                   "%s cannot be answered to a question of kind %s%p",
                   expression_text(c->arena, value), ask_rows[ask->kind].name,
                   (const void *)size_words(c));
    if (ask->most && take_value(c, "ask.most", ask->most, &most) && (value < 0 || value > most))
        diag_error(c->diags, check_span(c, field), NULL, "%s is not on a bar of %s%p",
                   expression_text(c->arena, value), expression_text(c->arena, most),
                   (const void *)size_words(c));
}

static void check_wrong(const Check *c, const Ask *ask, uint32_t index, double answer)
{
    const AskWrong *wrong = &ask->wrong[index];
    const char *field = arena_printf(c->arena, "ask.wrong.%u.is", index);
    double value;
    check_prose(c, arena_printf(c->arena, "ask.wrong.%u.hint", index), &wrong->hint, 0);
    if (wrong->text)
        check_prose(c, arena_printf(c->arena, "ask.wrong.%u.text", index), wrong->text, 0);
    if (!take_value(c, field, wrong->is, &value))
        return;
    check_range(c, ask, field, value);
    if (expression_same(value, answer))
        diag_error(c->diags, check_span(c, field), NULL,
                   "this is listed as wrong, but it is right: both are %s%p",
                   expression_text(c->arena, value), (const void *)size_words(c));
}

static void check_why(const Check *c, const Ask *ask)
{
    const Record *record = &c->figures->runs[0];
    WaypointMissing missing;
    uint64_t moment;
    if (record->timeline && !waypoint_find(c->arena, record->timeline, record->run->program,
                                           &record->run->launch, &ask->why, &moment, &missing))
        diag_error(c->diags, check_span(c, "ask.why"), NULL, "this place is not there: %p",
                   (const void *)missing.reason);
}

static void check_ask(const Check *c, const Ask *ask)
{
    double answer;
    check_prose(c, "ask.text", &ask->text, 0);
    check_prose(c, "ask.hint", &ask->hint, 0);
    if (ask->right)
        check_prose(c, "ask.right", ask->right, 0);
    if (ask->of && !launch_buffer_named(&c->figures->runs[0].run->launch, ask->of))
        diag_error(c->diags, check_span(c, "ask.of"), NULL, "the kernel has no buffer '%s'",
                   ask->of);
    check_why(c, ask);
    if (!take_value(c, "ask.answer", ask->answer, &answer))
        return;
    check_range(c, ask, "ask.answer", answer);
    for (uint32_t i = 0; i < ask->wrong_count; ++i)
        check_wrong(c, ask, i, answer);
}

/* ---- goals and misconceptions ---- */

static bool holds(const Check *c, const char *field, const char *expression, bool wanted,
                  bool *is_wanted)
{
    double value;
    if (!take_value(c, field, expression, &value))
        return false;
    *is_wanted = (value != 0) == wanted;
    return true;
}

static void check_goal_reached(const Check *c, const ScenePlan *plan)
{
    const Goal *goal = plan->stage->goal;
    Counted counted;
    Check there = *c;
    ScenePlan switched = stage_at_goal(plan);
    bool is_reached;
    there.figures = &counted.figures;
    if (counted_make(c->arena, c->lesson->stages, &switched, goal->reached, c->devices, &counted,
                     c->diags) &&
        holds(&there, "goal.is", goal->is, true, &is_reached) && !is_reached)
        diag_error(c->diags, check_span(c, goal->reached ? "goal.reached" : "goal.off"), NULL,
                   "the goal is not reached with this");
    counted_free(&counted);
}

static void check_goal(const Check *c, const Goal *goal)
{
    bool is_open;
    check_prose(c, "goal.text", &goal->text, 0);
    if (holds(c, "goal.is", goal->is, false, &is_open) && !is_open)
        diag_error(c->diags, check_span(c, "goal.is"), NULL, "the goal is reached from the start");
}

static void check_misconception(const Check *stage)
{
    const Misconception *m = &stage->lesson->misconception;
    Check c = *stage;
    bool is_refuted;
    c.node = yaml_field(c.lesson->node, "misconception");
    check_prose(&c, "says", &m->says, 0);
    check_prose(&c, "but", &m->but, 0);
    if (holds(&c, "count", m->count, true, &is_refuted) && !is_refuted)
        diag_error(c.diags, check_span(&c, "count"), NULL, "this does not refute the sentence%p",
                   (const void *)size_words(&c));
}

/* ---- stages ---- */

/* All that is said at one size. */
static void check_at(const Check *stage, const ScenePlan *plan, const char *more)
{
    Check c = *stage;
    Counted counted;
    c.figures = &counted.figures;
    c.is_second = more != NULL;
    if (counted_make(c.arena, c.lesson->stages, plan, more, c.devices, &counted, c.diags)) {
        check_prose(&c, "say", &plan->stage->say, 0);
        check_prose(&c, "show", &plan->question, SCENE_QUESTION_COLUMNS);
        if (plan->stage->ask)
            check_ask(&c, plan->stage->ask);
        if (plan->stage->goal && !more)
            check_goal(&c, plan->stage->goal);
        if (strcmp(c.lesson->misconception.stage, plan->name) == 0)
            check_misconception(&c);
    }
    counted_free(&counted);
}

static void check_commands(const Check *c, const LessonStage *stage)
{
    Command command;
    for (uint32_t i = 0; i < stage->reveal_count; ++i)
        if (!command_parse(stage->reveal[i], &command))
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "reveal.%u", i)), NULL,
                       "there is no command '%s'", stage->reveal[i]);
}

static void check_stage(const Check *lesson, const ScenePlan *plan)
{
    Check c = *lesson;
    int before = c.diags->error_count;
    c.node = plan->node;
    scene_check(c.arena, c.lesson->stages, plan, c.devices, c.diags);
    check_commands(&c, plan->stage);
    if (c.diags->error_count == before)
        check_at(&c, plan, NULL);
    if (plan->stage->second && c.diags->error_count == before)
        check_at(&c, plan, plan->stage->second);
    if (plan->stage->goal && c.diags->error_count == before)
        check_goal_reached(&c, plan);
}

/* ---- the exercise ---- */

/* A kernel of the exercise gets the verdict that it is to have. */
static void check_verdict(const Check *c, const char *field, const char *path, Verdict wanted)
{
    Grade grade = lesson_grade(c->arena, c->lesson, path, LANGUAGE_EN);
    const char *why = grade.problem;
    for (int i = 0; !*why && i < grade.count; ++i)
        if (!grade.tests[i].is_passed)
            why = arena_printf(c->arena, "%s: %s",
                               grade_test_name(c->arena, c->lesson, &grade.tests[i], true),
                               grade.tests[i].message);
    if (grade.verdict != wanted)
        diag_error(c->diags, check_span(c, field), NULL, "this is to %s, but it gets %s: %s",
                   verdict_names[wanted], verdict_names[grade.verdict], why);
}

/* Texts, with the figures of the skeleton at the first size. */
static void check_task(const Check *lesson, const char *skeleton)
{
    const Exercise *exercise = lesson->lesson->exercise;
    Check c = *lesson;
    Counted counted;
    const Phrase *problem;
    if (!counted_make_file(c.arena, skeleton, exercise->sizes[0], &counted, &problem)) {
        diag_error(c.diags, check_span(&c, "skeleton"), NULL, "%s cannot run so: %p", skeleton,
                   (const void *)problem);
    } else {
        c.figures = &counted.figures;
        check_prose(&c, "say", &exercise->say, 0);
        for (uint32_t i = 0; i < exercise->limits_count; ++i)
            check_prose(&c, arena_printf(c.arena, "limits.%u.but", i), &exercise->limits[i].but, 0);
    }
    counted_free(&counted);
}

static void check_exercise(const Check *lesson)
{
    const Exercise *exercise = lesson->lesson->exercise;
    const char *const names[] = {exercise->skeleton, exercise->solution};
    static const char *const fields[] = {"skeleton", "solution"};
    const char *paths[2];
    Check c = *lesson;
    c.node = yaml_field(c.lesson->node, "exercise");
    int before = c.diags->error_count;
    for (int i = 0; i < 2; ++i)
        if (!(paths[i] = recipe_find_kernel(c.arena, c.lesson->stages, names[i])))
            diag_error(c.diags, check_span(&c, fields[i]), NULL, "there is no file '%s'", names[i]);
    if (c.diags->error_count > before)
        return;
    check_task(&c, paths[0]);
    check_verdict(&c, fields[0], paths[0], VERDICT_FAIL);
    check_verdict(&c, fields[1], paths[1], VERDICT_PASS);
}

/* ---- the lesson ---- */

static bool is_before(const Lessons *lessons, const Lesson *lesson, const char *name)
{
    for (int i = 0; i < lessons->count && lessons->items[i] != lesson; ++i)
        if (strcmp(lessons->items[i]->name, name) == 0)
            return true;
    return false;
}

/* What the lesson explains is a kind of finding, or the counter of a card. */
static void check_explains(const Check *c)
{
    const char *names[FINDING_COUNT + COUNTER_CARDS];
    for (int i = 0; i < FINDING_COUNT; ++i)
        names[i] = finding_names[i];
    for (int i = 0; i < COUNTER_CARDS; ++i)
        names[FINDING_COUNT + i] = counter_card_names[i];
    for (uint32_t i = 0; i < c->lesson->explains_count; ++i)
        scene_check_name(c->arena, check_span(c, arena_printf(c->arena, "explains.%u", i)),
                         c->lesson->explains[i], names, FINDING_COUNT + COUNTER_CARDS, c->diags);
}

static void check_needs(const Check *c, const Lessons *lessons)
{
    for (uint32_t i = 0; lessons && i < c->lesson->needs_count; ++i)
        if (!is_before(lessons, c->lesson, c->lesson->needs[i]))
            diag_error(c->diags, check_span(c, arena_printf(c->arena, "needs.%u", i)), NULL,
                       "no lesson before this one has the name '%s'", c->lesson->needs[i]);
}

void lesson_check(Arena *arena, const Lessons *lessons, const Lesson *lesson,
                  const DeviceTable *devices, Diags *diags)
{
    const Check c = {arena, lesson, devices, diags, lesson->node, NULL, false};
    if (!lesson->node || lesson->diags->error_count)
        return;
    scene_check_text(arena, lesson->node, "title", &lesson->title, 0, diags);
    check_needs(&c, lessons);
    check_explains(&c);
    if (scenes_find(lesson->stages, lesson->misconception.stage) < 0)
        diag_error(diags, yaml_span(lesson->node, "misconception.stage"), NULL,
                   "the lesson has no stage '%s'", lesson->misconception.stage);
    for (int i = 0; i < lesson->stages->count; ++i)
        check_stage(&c, &lesson->stages->plans[i]);
    if (lesson->exercise)
        check_exercise(&c);
}
