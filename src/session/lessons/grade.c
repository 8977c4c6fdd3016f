/* One size after another: the file is loaded with its launch options and counted, and then the
 * tests are made on the record. */
#include "session/lessons/grade.h"

#include "probe/sentences/sentence.h"
#include "session/lessons/counted.h"
#include "session/scenes/recipe.h"

#include <string.h>

/* Instructions of a warp, after which a kernel is taken for one that does not end. */
#define GRADE_STEPS "1000000"

const char *const verdict_names[VERDICT_COUNT] = {"pass", "fail", "error"};

typedef struct Grader {
    Arena *arena;
    const Lesson *lesson;
    const char *path;
    uint32_t size; /* the one in hand */
    Language language;
    Grade *grade;
} Grader;

static void refuse(const Grader *g, const char *problem)
{
    g->grade->verdict = VERDICT_ERROR;
    g->grade->problem = problem;
}

/* One test; message NULL: it is passed. */
static void note(const Grader *g, const char *what, const char *message)
{
    Grade *grade = g->grade;
    *ARENA_PUSH(g->arena, grade->tests, grade->count, grade->capacity) =
        (GradeTest){what, g->size, !message, message ? message : ""};
    if (message && grade->verdict == VERDICT_PASS)
        grade->verdict = VERDICT_FAIL;
}

static const char *say(const Grader *g, const Phrase *phrase)
{
    return phrase_in(g->arena, g->language, phrase);
}

static void test_result(const Grader *g, const CheckResult *check)
{
    const Phrase *wrong = NULL;
    if (check->reference == REFERENCE_NONE)
        wrong = PHRASE_LITERAL("the result cannot be recognised: is all of it written?");
    else if (check->wrong)
        wrong = phrase_new(g->arena, "%llu of %llu elements of the result are wrong",
                           (unsigned long long)check->wrong, (unsigned long long)check->total);
    note(g, "result", wrong ? say(g, wrong) : NULL);
}

static void test_findings(const Grader *g, const RunRecord *record)
{
    const Finding *findings = report_findings(record->report);
    note(g, "findings",
         record->report->finding_count
             ? sentence_finding(g->arena, g->language, record->run->program, &record->run->launch,
                                &findings[0])
             : NULL);
}

/* False if the limit cannot be looked at, as when the kernel has no parameter of a name. */
static bool test_limit(const Grader *g, const RunRecord *record, uint32_t index)
{
    const Limit *limit = &g->lesson->exercise->limits[index];
    const Figures figures = {.runs = {*record}, .run_count = 1};
    const Phrase *problem = NULL;
    const char *message = NULL;
    double value;
    bool is_known = figures_value(g->arena, &figures, limit->is, &value, &problem);
    if (is_known && value == 0)
        message = figures_fill(g->arena, &figures, limit->but.in[g->language], &problem);
    if (!is_known || (value == 0 && !message))
        refuse(g, say(g, problem));
    else
        note(g, arena_printf(g->arena, "limit %u", index + 1), message);
    return g->grade->verdict != VERDICT_ERROR;
}

/* What is wrong with a file, with its place. */
static const char *load_problem(const Grader *g, const Run *run)
{
    char *text = diag_format_in(g->arena, run->sources, &run->diags->items[0], g->language);
    text[strcspn(text, "\n")] = '\0';
    return text;
}

static void grade_run(const Grader *g, const Run *run)
{
    RunRecord record;
    const Phrase *problem;
    if (!run->program)
        refuse(g, load_problem(g, run));
    else if (!run->host)
        refuse(g, say(g, phrase_new(g->arena, "nothing in this file launches %s",
                                    run->program->name)));
    else if (!record_count(g->arena, run, &record, &problem))
        refuse(g, say(g, problem));
    if (g->grade->verdict == VERDICT_ERROR)
        return;
    test_result(g, record.check);
    test_findings(g, &record);
    for (uint32_t i = 0; i < g->lesson->exercise->limits_count; ++i)
        if (record.check->reference != REFERENCE_NONE && !test_limit(g, &record, i))
            return;
}

Grade lesson_grade(Arena *arena, const Lesson *lesson, const char *path, Language language)
{
    Grade grade = {.problem = ""};
    Grader g = {arena, lesson, path, 0, language, &grade};
    const Exercise *exercise = lesson->exercise;
    for (uint32_t i = 0; i < exercise->sizes_count && grade.verdict != VERDICT_ERROR; ++i) {
        RunRecipe recipe;
        const Phrase *problem;
        g.size = i;
        if (!recipe_of_words(arena, path, exercise->sizes[i], &recipe, &problem)) {
            refuse(&g, say(&g, problem));
            break;
        }
        recipe.options.assume = false;
        recipe.options.max_steps = GRADE_STEPS;
        Run *run = run_load(recipe.path, &recipe.options);
        grade_run(&g, run);
        run_free(run);
    }
    return grade;
}

const char *grade_test_name(Arena *arena, const Lesson *lesson, const GradeTest *test,
                            bool shows_size)
{
    return shows_size
               ? arena_printf(arena, "%s: %s", lesson->exercise->sizes[test->size], test->what)
               : arena_printf(arena, "hidden size %u: %s", test->size + 1, test->what);
}
