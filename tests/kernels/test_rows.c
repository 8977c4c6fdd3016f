/* Many kernels in a file, each launched by its main function.
 *
 * rows/right holds correct ones, run at sizes of all sorts: nothing may be found in any of them,
 * and no result may be called wrong. rows/wrong holds broken ones: what is noted must be found, and
 * nothing else. Notes:
 *
 *   // sizes: k=3, k=2       in a line of its own: further sizes to run the whole file at
 *   // run: --shape a=4,5    in a line of its own: further options
 *   // check: matmul         at a kernel's first line: the comparison finds this
 *   // finds: KIND, ...      at the line that causes it; in a function that several kernels call,
 *                            one of them must have it
 *   // result: wrong         at a kernel's first line: the comparison must say so;
 *                            "wrong, 45 unwritten": of so many cells, that they were never written
 */
#include "corpus.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const sizes[] = {"w=8 h=8",   "w=12 h=5", "w=5 h=12", "w=7 h=11",
                                    "w=13 h=13", "w=1 h=9",  "w=9 h=1",  "w=16 h=4",
                                    "w=33 h=3",  "w=2 h=2",  "w=2 h=5",  "w=1 h=1"};
enum { SIZE_COUNT = sizeof sizes / sizeof *sizes, NOTE_LIMIT = 256 };

/* A sanitizer sees each kernel at two sizes or three, and each size at many kernels. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 5 };
#else
enum { EVERY = 1 };
#endif

/* "w=8 h=6" as options. */
static const char *settings(Arena *arena, const char *text)
{
    const char *options = "";
    char *copy = arena_text(arena, text, strlen(text)), *rest = copy;
    for (char *word; (word = strtok_r(NULL, " ", &rest));)
        options = arena_printf(arena, "%s --set %s", options, word);
    return options;
}

/* The kernels that the file launches, in order. */
static int kernels_of(Arena *arena, const CorpusFile *file, const char ***names)
{
    Run *run = corpus_load(file, "");
    int count = run->scan ? run->scan->launch_count : 0;
    *names = ARENA_ARRAY(arena, const char *, count + 1);
    for (int i = 0; i < count; ++i) {
        const char *name = run->scan->launches[i].kernel;
        (*names)[i] = arena_text(arena, name, strlen(name));
    }
    run_free(run);
    assert_true(count > 0);
    return count;
}

/* A note about a kernel stands on a line that opens its definition. */
static const char *kernel_note(const CorpusFile *file, const Run *run, const char *tag)
{
    int first = source_main_line(run->sources, run->program->span);
    for (int i = 0; i < file->note_count; ++i)
        if (file->notes[i].line == first && strcmp(file->notes[i].tag, tag) == 0)
            return file->notes[i].text;
    return NULL;
}

static bool has_kind(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += length)
        if (at[length] == 0 || at[length] == ',')
            return true;
    return false;
}

/* A write to another row races with the block that the row belongs to. */
static bool allows(const char *text, const Finding *finding)
{
    return has_kind(text, finding_names[finding->kind]) ||
           (finding->scope == SCOPE_GRID && strstr(text, "-write"));
}

static bool is_expected(const CorpusFile *file, const Finding *finding)
{
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, "finds") == 0 &&
            finding->line == (uint32_t)file->notes[i].line && allows(file->notes[i].text, finding))
            return true;
    return false;
}

static void check_nothing_else(const CorpusFile *file, const Report *report, const char *options)
{
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (!is_expected(file, finding))
            fail_msg("%s: line %d: %s, not expected", options, (int)finding->line,
                     finding_names[finding->kind]);
    }
}

/* ---- correct kernels ---- */

static void run_right(const CorpusFile *file, const char *options)
{
    Run *run = corpus_load(file, options);
    Outcome outcome = corpus_execute(run);
    const char *reference = kernel_note(file, run, "check");
    check_nothing_else(file, outcome.report, options);
    if (outcome.check.wrong ||
        (reference && strcmp(reference, reference_names[outcome.check.reference]) != 0))
        fail_msg("%s: %s, %d wrong", options, reference_names[outcome.check.reference],
                 (int)outcome.check.wrong);
    outcome_free(&outcome);
    run_free(run);
}

static void right(void **state)
{
    const CorpusFile *file = *state;
    Arena *arena = arena_new();
    const char **names, *note = corpus_note(file, "sizes");
    int count = kernels_of(arena, file, &names), asked = 0;
    char *copy = arena_text(arena, note ? note : " ", note ? strlen(note) : 1), *rest = copy;
    for (char *more; (more = strtok_r(NULL, ",", &rest));)
        for (int i = 0; i < count; ++i)
            for (int size = 0; size < SIZE_COUNT; ++size)
                if (asked++ % EVERY == 0)
                    run_right(file,
                              arena_printf(arena, "--kernel %s%s%s", names[i],
                                           settings(arena, sizes[size]), settings(arena, more)));
    arena_free(arena);
}

/* ---- broken kernels ---- */

/* Bit KIND of found[note]: a finding of this kind was there. */
static void note_found(const CorpusFile *file, const Report *report, uint32_t *found)
{
    for (int i = 0; i < file->note_count; ++i)
        for (int kind = 0; kind < FINDING_COUNT; ++kind)
            if (findings_on(report, (FindingKind)kind, file->notes[i].line))
                found[i] |= (uint32_t)1 << kind;
}

static void run_wrong(const CorpusFile *file, const char *kernel, uint32_t *found)
{
    char options[64];
    snprintf(options, sizeof options, "--kernel %s", kernel);
    Run *run = corpus_load(file, options);
    Outcome outcome = corpus_execute(run);
    check_nothing_else(file, outcome.report, options);
    note_found(file, outcome.report, found);
    const char *result = kernel_note(file, run, "result");
    int unwritten;
    if (result && !outcome.check.wrong)
        fail_msg("%s: not called wrong", kernel);
    if (result && sscanf(result, "wrong, %d unwritten", &unwritten) == 1)
        assert_int_equal(outcome.check.unwritten, unwritten);
    if (!outcome.check.wrong && !outcome.report->finding_count)
        fail_msg("%s: nothing found", kernel);
    outcome_free(&outcome);
    run_free(run);
}

static void wrong(void **state)
{
    const CorpusFile *file = *state;
    Arena *arena = arena_new();
    const char **names;
    uint32_t found[NOTE_LIMIT] = {0};
    int count = kernels_of(arena, file, &names);
    assert_true(file->note_count <= NOTE_LIMIT);
    for (int i = 0; i < count; ++i)
        run_wrong(file, names[i], found);
    for (int i = 0; i < file->note_count; ++i)
        for (int kind = 0; kind < FINDING_COUNT; ++kind)
            if (strcmp(file->notes[i].tag, "finds") == 0 &&
                has_kind(file->notes[i].text, finding_names[kind]) && !(found[i] >> kind & 1))
                fail_msg("line %d: no %s", file->notes[i].line, finding_names[kind]);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena *arena = arena_new();
    const CorpusFile *files;
    int count = corpus_open(arena, arena_printf(arena, "%s/right", argv[1]), &files);
    int failed = corpus_test("right", files, count, right);
    count = corpus_open(arena, arena_printf(arena, "%s/wrong", argv[1]), &files);
    failed += corpus_test("wrong", files, count, wrong);
    arena_free(arena);
    return failed;
}
