/* One size after another: the file is loaded with its launch options and counted, and then the
 * tests are made on the record. */
#include "session/lessons/grade.h"

#include "probe/sentences/sentence.h"
#include "session/figures/counted.h"
#include "session/lessons/left.h"
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

/* A file at the size in hand; NULL with *problem if its options are none. Freed with run_free. */
static Run *load_file(const Grader *g, const char *path, const Phrase **problem)
{
    RunRecipe recipe;
    const char *size = g->lesson->exercise->sizes[g->size];
    if (!recipe_of_words(g->arena, path, size, &recipe, problem))
        return NULL;
    recipe.options.assume = false;
    recipe.options.is_shut = true; /* what is handed in reads nothing else */
    recipe.options.max_steps = GRADE_STEPS;
    return run_load(recipe.path, &recipe.options);
}

/* Where no reference fits the solution either, what the solution leaves is one; else it only tells
 * where a result that is not recognised goes wrong. */
static bool compare_with_solution(const Grader *g, const Run *run, LeftCount *count)
{
    const Phrase *problem;
    Record record;
    const Lesson *lesson = g->lesson;
    const char *path = recipe_find_kernel(g->arena, lesson->stages, lesson->exercise->solution);
    Run *right = path ? load_file(g, path, &problem) : NULL;
    bool is_compared = right && record_count(g->arena, right, &record, &problem) &&
                       left_compare(g->arena, run, right, count) &&
                       record.check->reference == REFERENCE_NONE;
    run_free(right);
    return is_compared;
}

/* What is wrong with the result, and the first step that makes it so. */
static const char *wrong_text(const Grader *g, const Run *run, const LeftCount *count,
                              const Phrase *wrong)
{
    const char *text = say(g, wrong);
    if (!count->has_first)
        return text;
    const char *cause =
        first_wrong_cause(g->arena, g->language, run->program, &run->launch, &count->first);
    bool is_asked = text[strlen(text) - 1] == '?' || strstr(text, "？");
    return arena_printf(
        g->arena, "%s%s%s%s%s", text,
        is_asked ? language_pick(g->language, " ", "") : language_pick(g->language, ": ", "："),
        first_wrong_text(g->arena, g->language, run->program, &run->launch, &count->first),
        *cause ? " " : "", cause);
}

/* False if there is nothing to compare the result with. */
static bool test_result(const Grader *g, const Run *run, const CheckResult *check)
{
    const Phrase *wrong = NULL;
    LeftCount count = {check->total, check->wrong, false, {0}};
    bool is_known = check->reference != REFERENCE_NONE || compare_with_solution(g, run, &count);
    if (check->wrong)
        count.has_first =
            first_wrong_of_check(g->arena, run->program, &run->launch, check, &count.first);
    if (!is_known)
        wrong = PHRASE_LITERAL("the result cannot be recognised: is all of it written?");
    else if (count.wrong)
        wrong = phrase_new(g->arena, "%llu of %llu elements of the result are wrong",
                           (unsigned long long)count.wrong, (unsigned long long)count.total);
    note(g, "result", wrong ? wrong_text(g, run, &count, wrong) : NULL);
    return is_known;
}

static void test_findings(const Grader *g, const Record *record)
{
    const Report *report = record->report;
    const Finding *first = report->finding_count ? report_findings(report) : report_part(report);
    note(g, "findings",
         first ? sentence_finding(g->arena, g->language, record->run->program, &record->run->launch,
                                  first)
               : NULL);
}

/* False if the limit cannot be looked at, as when the kernel has no parameter of a name. */
static bool test_limit(const Grader *g, const Record *record, uint32_t index)
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
    Record record;
    const Phrase *problem;
    if (run->is_refused) {
        note(g, "launch", load_problem(g, run));
        return;
    }
    if (!run->program)
        refuse(g, load_problem(g, run));
    else if (!run->host)
        refuse(g, say(g, phrase_new(g->arena, "nothing in this file launches %s",
                                    run->program->name)));
    else if (!record_count(g->arena, run, &record, &problem))
        refuse(g, say(g, problem));
    if (g->grade->verdict == VERDICT_ERROR)
        return;
    bool is_known = test_result(g, run, record.check);
    test_findings(g, &record);
    for (uint32_t i = 0; is_known && i < g->lesson->exercise->limits_count; ++i)
        if (!test_limit(g, &record, i))
            return;
}

Grade lesson_grade(Arena *arena, const Lesson *lesson, const char *path, Language language)
{
    Grade grade = {.problem = ""};
    Grader g = {arena, lesson, path, 0, language, &grade};
    const Exercise *exercise = lesson->exercise;
    for (uint32_t i = 0; i < exercise->sizes_count && grade.verdict != VERDICT_ERROR; ++i) {
        const Phrase *problem;
        g.size = i;
        Run *run = load_file(&g, path, &problem);
        if (run)
            grade_run(&g, run);
        else
            refuse(&g, say(&g, problem));
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
