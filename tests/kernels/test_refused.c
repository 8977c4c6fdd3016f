/* Programs that cannot be run, and what must be said about them. Notes:
 *
 *   // error: PART   at the line: an error there says this; alone on a line: an error anywhere
 *
 *   // mistakes: N    so many errors are told
 *
 *   // remedy: PART  the hint of an error says this
 *
 * The first error must be an expected one: what follows may be a consequence. Every construct that
 * is refused by name comes with the nearest supported form.
 */
#include "corpus.h"

#include "../base/chinese.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_match(const Run *run, const Diag *diag, const Note *note)
{
    if (diag->severity != DIAG_ERROR ||
        !strstr(phrase_in(run->arena, LANGUAGE_EN, diag->message), note->text))
        return false;
    return note->is_alone ||
           (diag->has_place && source_line(run->sources, diag->span) == note->line);
}

static const Diag *error_of(const Run *run, const Note *note)
{
    for (int i = 0; i < run->diags->count; ++i)
        if (is_match(run, &run->diags->items[i], note))
            return &run->diags->items[i];
    return NULL;
}

/* Does the hint of an error say it? */
static bool is_advised(const Run *run, const char *remedy)
{
    for (int i = 0; i < run->diags->count; ++i) {
        const Diag *diag = &run->diags->items[i];
        if (diag->hint && strstr(phrase_in(run->arena, LANGUAGE_EN, diag->hint), remedy))
            return true;
    }
    return false;
}

static const Diag *first_error(const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i)
        if (run->diags->items[i].severity == DIAG_ERROR)
            return &run->diags->items[i];
    return NULL;
}

static int count_errors(const Run *run)
{
    int count = 0;
    for (int i = 0; i < run->diags->count; ++i)
        count += run->diags->items[i].severity == DIAG_ERROR;
    return count;
}

/* All that is said of the file, hints too, has its Chinese. */
static void check_chinese(const Run *run)
{
    for (int i = 0; i < run->diags->count; ++i) {
        const char *left = diag_left_english(run->arena, &run->diags->items[i]);
        if (left)
            fail_msg("no Chinese for: %s", left);
    }
}

static void refused(void **state)
{
    const CorpusFile *file = *state;
    Run *run = corpus_load(file, "");
    bool is_first_expected = false;
    assert_null(run->program);
    assert_non_null(first_error(run));
    for (int i = 0; i < file->note_count; ++i) {
        const Note *note = &file->notes[i];
        if (strcmp(note->tag, "remedy") == 0 && !is_advised(run, note->text)) {
            run_print_diags(stderr, run);
            fail_msg("no hint says \"%s\"", note->text);
        }
        if (strcmp(note->tag, "mistakes") == 0)
            assert_int_equal(count_errors(run), atoi(note->text));
        if (strcmp(note->tag, "error") != 0)
            continue;
        const Diag *diag = error_of(run, note);
        if (!diag) {
            run_print_diags(stderr, run);
            fail_msg("line %d: no error says \"%s\"", note->line, note->text);
        }
        assert_true(diag->hint == NULL || *phrase_in(run->arena, LANGUAGE_EN, diag->hint));
        is_first_expected |= diag == first_error(run);
    }
    assert_true(is_first_expected);
    check_chinese(run);
    run_free(run);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena *arena = arena_new();
    const CorpusFile *files;
    int count = corpus_open(arena, argv[1], &files);
    int failed = corpus_test("refused", files, count, refused);
    arena_free(arena);
    return failed;
}
