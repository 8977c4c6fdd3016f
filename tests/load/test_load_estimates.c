/* What a sample of the blocks says of all of them is believed when sizes are chosen: for every
 * kernel of the course, at its own sizes and at larger ones, the steps estimated are within a
 * factor of 3 of the steps counted, and what they are said to take of what those take that were
 * counted. */
#include "count/grid.h"
#include "count/sample.h"
#include "load/load.h"
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 8, LARGER = 16, LARGEST = 512, LEAST = 20 };

static Counters counted(const Run *run)
{
    const char *reason;
    GridOptions options = {0};
    Memory *memory = memory_new(&run->launch, &reason);
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    assert_non_null(memory);
    assert_int_equal(grid_count(run->program, &run->launch, memory, &options, report), GRID_DONE);
    memory_free(memory);
    return report->counters;
}

static void check_within(const char *name, const char *what, const GridSample *sample,
                         double estimated, double counted)
{
    double ratio = estimated / counted;
    if (ratio > 3 || (ratio < 1.0 / 3 && !sample->is_least)) /* what was cut takes more */
        fail_msg("%s: %.0f %s estimated, %.0f counted", name, estimated, what, counted);
}

static void check_estimate(const char *name, const Run *run)
{
    GridSample sample;
    assert_true(grid_sample(run->program, &run->launch, 1 << 21, &sample));
    Counters all = counted(run);
    check_within(name, "steps", &sample, sample.steps, (double)all.instructions);
    double bytes = (double)run->launch.arena_bytes / SAMPLE_BYTES;
    if (sample.is_stepped)
        return;
    check_within(name, "units", &sample, sample.cost, sample_price(&all, &run->launch) + bytes);
}

/* The kernel with its sizes so many times as large; NULL if it does not run so. */
static Run *load_larger(const char *path, const Run *run)
{
    const Adjustable *list;
    NamedText settings[SIZES];
    int count = run_adjustables(run->arena, run, &list), set = 0;
    for (int i = 0; i < count && set < SIZES; ++i)
        if (!list[i].is_macro && list[i].value > 1 && list[i].value * LARGER <= LARGEST)
            settings[set++] = (NamedText){
                list[i].name, arena_printf(run->arena, "%lld", (long long)list[i].value * LARGER)};
    LoadOptions options = {.assume = true, .settings = settings, .setting_count = set};
    Run *larger = set ? run_load(path, &options) : NULL;
    if (larger && larger->program)
        return larger;
    run_free(larger);
    return NULL;
}

static void estimates_hold(void **state)
{
    DIR *folder = opendir(KERNELS_FOLDER);
    int kernels = 0, larger = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        LoadOptions options = {.assume = true};
        if (!strstr(entry->d_name, ".cu"))
            continue;
        snprintf(path, sizeof path, "%s/%s", KERNELS_FOLDER, entry->d_name);
        Run *run = run_load(path, &options);
        assert_non_null(run->program);
        check_estimate(entry->d_name, run);
        Run *big = load_larger(path, run);
        if (big)
            check_estimate(entry->d_name, big);
        larger += big != NULL;
        kernels++;
        run_free(big);
        run_free(run);
    }
    closedir(folder);
    assert_true(kernels >= LEAST && larger >= LEAST / 2);
    print_message("%d kernels, %d of them larger, too\n", kernels, larger);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(estimates_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
