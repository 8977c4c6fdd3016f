/* Kernels as they are written, each with one mistake, or with something that is allowed though it
 * looks like one. Notes:
 *
 *   // finds: KIND [COUNT], ...   at the line that causes it; for races, the access that comes
 *                                 first in the program; KIND may be the rule of a note. There must
 *                                 be no findings and notes but these, and both must be the same
 *                                 under every schedule.
 *   // result: right | wrong      what the comparison with a plain product must say
 */
#include "corpus.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* One expectation of a note; *text moves on behind it. */
static bool next_expected(const char **text, FindingKind *kind, long *count)
{
    *text += strspn(*text, ", ");
    size_t length = strcspn(*text, ", ");
    if (length == 0)
        return false;
    for (int i = 0; i < FINDING_KIND_END; ++i) {
        if (strlen(finding_names[i]) != length || strncmp(finding_names[i], *text, length) != 0)
            continue;
        char *end;
        *kind = (FindingKind)i;
        *text += length;
        *count = strtol(*text, &end, 10);
        *text = end;
        return true;
    }
    fail_msg("no kind of finding: %s", *text);
    return false;
}

static bool is_expected(const CorpusFile *file, const Finding *finding)
{
    for (int i = 0; i < file->note_count; ++i) {
        const char *text = file->notes[i].text;
        FindingKind kind;
        long count;
        if (strcmp(file->notes[i].tag, "finds") != 0 ||
            finding->line != (uint32_t)file->notes[i].line)
            continue;
        while (next_expected(&text, &kind, &count))
            if (kind == finding->kind)
                return true;
    }
    return false;
}

static void check_findings(const CorpusFile *file, const Report *report)
{
    for (int i = 0; i < file->note_count; ++i) {
        const Note *note = &file->notes[i];
        const char *text = note->text;
        FindingKind kind;
        long count;
        if (strcmp(note->tag, "finds") != 0)
            continue;
        while (next_expected(&text, &kind, &count)) {
            long found = (long)findings_on(report, kind, note->line);
            if (found == 0 || (count > 0 && found != count))
                fail_msg("line %d: %ld %s, expected %ld", note->line, found, finding_names[kind],
                         count);
        }
    }
}

static void check_whether_expected(const CorpusFile *file, const Finding *findings, int count)
{
    for (int i = 0; i < count; ++i)
        if (!is_expected(file, &findings[i]))
            fail_msg("line %d: %d %s (with line %d), not expected", (int)findings[i].line,
                     (int)findings[i].count, finding_names[findings[i].kind],
                     (int)findings[i].other_line);
}

static void check_nothing_else(const CorpusFile *file, const Report *report)
{
    check_whether_expected(file, report_findings(report), report->finding_count);
    check_whether_expected(file, report_notes(report), report->note_count);
}

static void check_result_note(const CorpusFile *file, const CheckResult *check)
{
    const char *note = corpus_note(file, "result");
    if (!note)
        return;
    bool is_right = check->reference == REFERENCE_MATMUL && check->wrong == 0;
    if (is_right != (strcmp(note, "right") == 0))
        fail_msg("the result should be %s: %s, %d of %d wrong", note,
                 reference_names[check->reference], (int)check->wrong, (int)check->total);
}

static void check_races(const Report *a, const Report *b)
{
    for (int i = 0; i < a->note_count; ++i) { /* who tries again depends on the schedule */
        const Finding *note = &report_notes(a)[i];
        if (note->kind == NOTE_COMPARE_AND_SWAP)
            continue;
        assert_int_equal(findings_on(a, note->kind, (int)note->line),
                         findings_on(b, note->kind, (int)note->line));
    }
    for (int i = 0; i < a->finding_count; ++i) {
        const Finding *race = &report_findings(a)[i];
        if (race->kind < FINDING_RACE_RAW || race->kind > FINDING_RACE_WAW)
            continue;
        assert_int_equal(findings_on(a, race->kind, (int)race->line),
                         findings_on(b, race->kind, (int)race->line));
    }
}

static void check_orders(const CorpusFile *file, const Report *expected)
{
    const char *const orders[] = {"one-by-one", "reverse", "random:1", "random:2"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; ++i) {
        char options[32];
        snprintf(options, sizeof options, "--order %s", orders[i]);
        Run *run = corpus_load(file, options);
        Outcome outcome = corpus_execute(run);
        check_races(expected, outcome.report);
        check_races(outcome.report, expected);
        check_nothing_else(file, outcome.report);
        outcome_free(&outcome);
        run_free(run);
    }
}

static void broken(void **state)
{
    const CorpusFile *file = *state;
    Run *run = corpus_load(file, "");
    Outcome outcome = corpus_execute(run);
    check_nothing_else(file, outcome.report);
    check_findings(file, outcome.report);
    check_result_note(file, &outcome.check);
    check_orders(file, outcome.report);
    outcome_free(&outcome);
    run_free(run);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena *arena = arena_new();
    const CorpusFile *files;
    int count = corpus_open(arena, argv[1], &files);
    int failed = corpus_test(argv[2], files, count, broken);
    arena_free(arena);
    return failed;
}
