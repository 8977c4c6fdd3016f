/* One small program for every construct that is supported, and what it must compute. Notes:
 *
 *   // expect: out[5] == 12              also: == 2 * in[3] + in[4], with values after the run
 *   // expect: out[5] ~ 0.6931           equal to about 6 digits
 *   // check: matmul | transpose         the comparison finds this, and no wrong element
 *   // prints: TEXT                      printf writes such a line
 *   // counts: global_load accesses 16   or: all atomics 3
 *
 * No feature program may have a finding or a wrong result. Every file has one of these notes at
 * least.
 */
#include "corpus.h"

#include "probe/sentences/print.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const Run *run;
    const Outcome *outcome;
    const char *at;
} Reader;

static void skip_blanks(Reader *r)
{
    r->at += strspn(r->at, " ");
}

/* NAME[INDEX] or a number */
static double operand(Reader *r)
{
    skip_blanks(r);
    size_t length = strcspn(r->at, " [");
    char name[64], *end;
    double number = strtod(r->at, &end);
    if (end != r->at) {
        r->at = end;
        return number;
    }
    snprintf(name, sizeof name, "%.*s", (int)length, r->at);
    assert_int_equal(r->at[length], '[');
    unsigned long long index = strtoull(r->at + length + 1, &end, 10);
    assert_int_equal(*end, ']');
    r->at = end + 1;
    return buffer_value(r->run, r->outcome, name, index);
}

static bool takes(Reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    ++r->at;
    return true;
}

static double product(Reader *r)
{
    double value = operand(r);
    while (takes(r, '*'))
        value *= operand(r);
    return value;
}

static double sum(Reader *r)
{
    double value = product(r);
    while (takes(r, '+'))
        value += product(r);
    return value;
}

static void check_expect(const Run *run, const Outcome *outcome, const Note *note)
{
    Reader r = {run, outcome, note->text};
    double found = operand(&r), allowed = 0;
    skip_blanks(&r);
    if (takes(&r, '~'))
        allowed = 1e-6;
    else if (!takes(&r, '=') || !takes(&r, '='))
        fail_msg("line %d: neither == nor ~", note->line);
    double wanted = sum(&r);
    assert_int_equal(*r.at, 0);
    if (!(fabs(found - wanted) <= allowed * fabs(wanted)))
        fail_msg("line %d: %s, but it is %.17g, not %.17g", note->line, note->text, found, wanted);
}

static void check_reference(const Outcome *outcome, const Note *note)
{
    const CheckResult *check = &outcome->check;
    assert_string_equal(reference_names[check->reference], note->text);
    assert_int_equal(check->wrong, 0);
    assert_true(check->total > 0);
}

static void check_prints(const Run *run, const Note *note)
{
    Printout out = print_collect(run->arena, run->program, &run->launch);
    size_t length = strlen(note->text);
    for (int i = 0; i < out.count; ++i)
        if (strcspn(out.items[i].text, "\n") == length &&
            strncmp(out.items[i].text, note->text, length) == 0)
            return;
    fail_msg("line %d: not printed: %s", note->line, note->text);
}

static void check_counts(const Outcome *outcome, const Note *note)
{
    char group[32], name[32];
    long count;
    assert_int_equal(sscanf(note->text, "%31s %31s %ld", group, name, &count), 3);
    assert_int_equal(counter_of(outcome->report, group, name), count);
}

static void feature(void **state)
{
    const CorpusFile *file = *state;
    Run *run = corpus_load(file, "");
    Outcome outcome = corpus_execute(run);
    int checked = 0;
    for (int i = 0; i < file->note_count; ++i) {
        const Note *note = &file->notes[i];
        ++checked;
        if (strcmp(note->tag, "expect") == 0)
            check_expect(run, &outcome, note);
        else if (strcmp(note->tag, "check") == 0)
            check_reference(&outcome, note);
        else if (strcmp(note->tag, "prints") == 0)
            check_prints(run, note);
        else if (strcmp(note->tag, "counts") == 0)
            check_counts(&outcome, note);
        else
            --checked;
    }
    assert_true(checked > 0);
    assert_int_equal(outcome.check.wrong, 0);
    for (int i = 0; i < outcome.report->finding_count; ++i) {
        const Finding *finding = &report_findings(outcome.report)[i];
        fail_msg("line %d: %s", (int)finding->line, finding_names[finding->kind]);
    }
    outcome_free(&outcome);
    run_free(run);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena *arena = arena_new();
    const CorpusFile *files;
    int count = corpus_open(arena, argv[1], &files);
    int failed = corpus_test("features", files, count, feature);
    arena_free(arena);
    return failed;
}
