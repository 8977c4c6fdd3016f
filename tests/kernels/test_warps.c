/* Operations of a warp: kernels with one mistake each and their right twins, many in a file. Notes:
 *
 *   // wrong: KERNEL     at its first line; what is found stands at lines from there on, also those
 *   // right: KERNEL     of functions that it calls; nothing is found
 *   // finds: KIND, ...  at a line: is found there by some wrong kernel, and nothing else is found
 *                        in lines that have no such note
 */
#include "corpus.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 512 };

/* Lines on which something was found. */
typedef struct Found {
    bool on[LINES];
} Found;

/* A kind in a list of them, or in none. */
static bool names_kind(const char *list, const char *kind)
{
    size_t length = strlen(kind);
    for (const char *at = list ? strstr(list, kind) : NULL; at; at = strstr(at + 1, kind))
        if (!at[length] || at[length] == ',' || at[length] == ' ')
            return true;
    return false;
}

static const char *finds_on(const CorpusFile *file, int line)
{
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, "finds") == 0 && file->notes[i].line == line)
            return file->notes[i].text;
    return NULL;
}

static void check_report(const CorpusFile *file, const Note *note, const Report *report,
                         Found *found)
{
    bool is_wrong = strcmp(note->tag, "wrong") == 0;
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        const char *kind = finding_names[finding->kind];
        if (!is_wrong || !names_kind(finds_on(file, (int)finding->line), kind))
            fail_msg("%s: %s in line %u, not expected", note->text, kind, finding->line);
        assert_true(finding->line < LINES);
        found->on[finding->line] = true;
    }
    if (is_wrong && !report->finding_count)
        fail_msg("%s: nothing is found", note->text);
}

static void check_kernel(const CorpusFile *file, const Note *note, Found *found)
{
    const char *const orders[] = {"round-robin", "reverse", "random:7"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; ++i) {
        char options[128];
        snprintf(options, sizeof options, "--kernel %s --order %s", note->text, orders[i]);
        Run *run = corpus_load(file, options);
        Outcome outcome = corpus_execute(run);
        check_report(file, note, outcome.report, found);
        outcome_free(&outcome);
        run_free(run);
    }
}

static void warps(void **state)
{
    const CorpusFile *file = *state;
    Found found = {{0}};
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, "finds") != 0)
            check_kernel(file, &file->notes[i], &found);
    for (int i = 0; i < file->note_count; ++i)
        if (strcmp(file->notes[i].tag, "finds") == 0 && !found.on[file->notes[i].line])
            fail_msg("line %d: nothing is found", file->notes[i].line);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena *arena = arena_new();
    const CorpusFile *files;
    int count = corpus_open(arena, argv[1], &files);
    int failed = corpus_test("warps", files, count, warps);
    arena_free(arena);
    return failed;
}
