/* The emulator's counters are the hardware's, row by row of truth/h200.txt. Shared store wavefronts
 * of the hardware may be more by its conflicts where two branches store one after another; in these
 * rows they are not. */
#include "corpus.h"

#include "base/file.h"
#include "count/grid.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_LIMIT = 64 };

static const struct {
    const char *group, *name;
} columns[] = {{"global_load", "requests"},    {"global_load", "sectors"},
               {"global_store", "requests"},   {"global_store", "sectors"},
               {"shared_load", "wavefronts"},  {"shared_load", "bank_conflicts"},
               {"shared_store", "wavefronts"}, {"shared_store", "bank_conflicts"}};
enum { COLUMN_COUNT = sizeof columns / sizeof *columns };

static const char *source_root; /* of this test program, from its argument */

/* The grid once: that both engines agree on these kernels is another test's matter. */
static const Report *count(Run *run)
{
    const char *reason;
    Memory *memory = memory_new(&run->launch, &reason);
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    GridOptions options = {.threads = 2};
    assert_non_null(memory);
    grid_count(run->program, &run->launch, memory, &options, report);
    memory_free(memory);
    return report;
}

static void check_columns(const Report *report, char *figures)
{
    char *rest = figures;
    for (int i = 0; i < COLUMN_COUNT; ++i) {
        char *figure = strtok_r(NULL, " ", &rest);
        assert_non_null(figure);
        uint64_t counted = counter_of(report, columns[i].group, columns[i].name);
        if (strcmp(figure, "-") != 0 && strtoull(figure, NULL, 10) != counted)
            fail_msg("%s %s: %llu, the hardware says %s", columns[i].group, columns[i].name,
                     (unsigned long long)counted, figure);
    }
    assert_null(strtok_r(NULL, " ", &rest));
}

/* FILE OPTIONS : FIGURES */
static void row(void **state)
{
    Arena *arena = arena_new();
    char *text = arena_text(arena, *state, strlen(*state));
    char *figures = strstr(text, " : "), *options = strchr(text, ' ');
    *figures = 0;
    *options = 0;
    Run *run = corpus_load_path(arena_printf(arena, "%s/%s", source_root, text), options + 1);
    assert_non_null(run->program);
    check_columns(count(run), figures + 3);
    run_free(run);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    (void)argc;
    source_root = argv[1];
    Arena *arena = arena_new();
    const char *path = arena_printf(arena, "%s/tests/kernels/truth/h200.txt", source_root);
    char *text, *rest;
    size_t length;
    const Phrase *reason;
    struct CMUnitTest tests[ROW_LIMIT];
    int row_count = 0;
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        return 1;
    rest = text;
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) && row_count < ROW_LIMIT;)
        if (*line != '#')
            tests[row_count++] = (struct CMUnitTest){line, row, NULL, NULL, line};
    int failed = _cmocka_run_group_tests("truth", tests, (size_t)row_count, NULL, NULL);
    arena_free(arena);
    return failed || row_count < 26;
}
