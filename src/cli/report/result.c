/* One way through a run for every command that reports: load, count the grid on all cores, check
 * the outcome. */
#include "cli/report/result.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/room.h"
#include "cli/terminal/text.h"
#include "count/unread.h"
#include "probe/time/runner.h"
#include "vm/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REST_LIMIT = 4 }; /* other kernels that are tried where a file does not open */

/* From here on a reference and a search take a second or more, so that what goes on is said. */
#define LONG_CHECK_FLOPS   ((uint64_t)1 << 32)
#define LONG_WITNESS_STEPS ((uint64_t)1 << 19)

/* Does the file open with another of its launches, or another kernel? */
static bool opens_with(const char *path, LoadOptions options, const char *launch,
                       const char *kernel)
{
    options.launch = launch;
    options.kernel = kernel;
    Run *run = run_load(path, &options);
    bool opens = run->program != NULL;
    run_free(run);
    return opens;
}

/* Of a file that does not open, where nobody chose a part of it: the first other kernel that
 * does. */
static void tell_rest(const char *path, const LoadOptions *options, const Run *run)
{
    const char *tried[REST_LIMIT + 1] = {run->compile.kernel};
    int count = 1;
    if (!run->scan || options->launch || options->kernel || options->image || !tried[0])
        return;
    for (int i = 0; i < run->scan->launch_count + run->unit->kernel_count; ++i) {
        bool is_launch = i < run->scan->launch_count;
        const char *name = is_launch ? run->scan->launches[i].kernel
                                     : run->unit->kernels[i - run->scan->launch_count].name;
        bool is_tried = count > REST_LIMIT;
        for (int k = 0; k < count; ++k)
            is_tried |= strcmp(tried[k], name) == 0;
        if (is_tried)
            continue;
        tried[count++] = name;
        const char *number = arena_printf(run->arena, "%d", i + 1);
        if (!opens_with(path, *options, is_launch ? number : NULL, is_launch ? NULL : name))
            continue;
        const char *option = arena_printf(run->arena, "--%s %s", is_launch ? "launch" : "kernel",
                                          is_launch ? number : name);
        fputs(language_printf(run->arena, output_language(), TEXT_FORMATS(TEXT_REST_OPENS), name,
                              option),
              stderr);
        return;
    }
}

Run *result_load(const char *path, const LoadOptions *options)
{
    LoadOptions assuming = *options;
    assuming.assume = true;
    Run *run = run_load(path, &assuming);
    if (run->diags->count > 0)
        diags_print_in(stderr, run->sources, run->diags, output_language());
    if (run->program)
        return run;
    tell_rest(path, &assuming, run);
    run_free(run);
    return NULL;
}

static int count_grid(Result *result)
{
    const Run *run = result->run;
    Progress progress;
    progress_start(&progress);
    GridOptions grid = {.progress = progress_update, .context = &progress};
    result->report = page_alloc_aligned(report_size(run->program, &run->launch));
    GridStatus status =
        grid_count(run->program, &run->launch, result->memory, &grid, result->report);
    progress_end(&progress);
    if (status == GRID_DONE)
        return 0;
    return progress_cancelled(&progress);
}

/* How often each single element was read needs the blocks one after another, with a probe that
 * keeps counts for every word. */
static void count_words(Result *result)
{
    const Run *run = result->run;
    uint64_t bytes = probe_size(run->program, &run->launch, PROBE_PICTURE);
    const char *reason;
    Runner runner;
    if (result->report->counters.instructions > RECORD_READS_STEPS_MOST)
        return;
    if (runner_open(&runner, run->program, &run->launch, 0,
                    (uint32_t)launch_block_count(&run->launch), &reason)) {
        while (!runner.state->is_ended)
            runner_step(&runner);
        result->words = page_alloc_aligned(bytes);
        memcpy(result->words, runner_first(&runner), bytes);
    }
    runner_close(&runner);
}

/* Runs the grid once more for what is never read, if a product came out wrong. */
static int find_unread(Result *result)
{
    const Run *run = result->run;
    Progress progress;
    if (!unread_is_wanted(&result->check))
        return 0;
    progress_start(&progress);
    GridOptions grid = {.progress = progress_update, .context = &progress};
    GridStatus status =
        unread_find(run->program, &run->launch, &result->check, &grid, result->report);
    progress_end(&progress);
    return status == GRID_DONE ? 0 : progress_cancelled(&progress);
}

/* What follows the count can take long too, and cannot tell how far it is. */
static void check(Result *result)
{
    Run *run = result->run;
    Progress progress = {.is_shown = false};
    if (result->report->counters.flops > LONG_CHECK_FLOPS)
        progress_announce(&progress, "comparing the result with a reference ...");
    result->check =
        check_result(run->arena, run->program, &run->launch, result->memory, result->report);
    check_count_useful(&result->check, result->report);
    check_name_places(&result->check, &run->launch);
    result->has_witness = witness_is_wanted(result->report, &result->check);
    if (!result->has_witness)
        return;
    if (result->report->counters.instructions > LONG_WITNESS_STEPS)
        progress_announce(&progress, "looking for a schedule in which the race spoils the result "
                                     "...");
    result->witness = witness_search(run->program, &run->launch, result->report, NULL, NULL);
}

int result_make(const char *path, const LoadOptions *options, Result *result)
{
    *result = (Result){0};
    result->run = result_load(path, options);
    if (!result->run)
        return EXIT_UNUSABLE;
    const Run *run = result->run;
    const char *reason;
    if (!room_is_enough(run))
        return EXIT_UNUSABLE;
    result->memory = memory_new(&run->launch, &reason);
    if (!result->memory)
        return cli_error("%s: no memory for the buffers: %p", path, PHRASE_KEY(reason));
    int status = count_grid(result);
    if (status)
        return status;
    report_sort_findings(result->report);
    check(result);
    status = find_unread(result);
    if (status)
        return status;
    count_words(result);
    result->printout = print_collect(run->arena, run->program, &run->launch);
    result->has_wrong = first_wrong_of_check(run->arena, run->program, &run->launch, &result->check,
                                             &result->wrong);
    return 0;
}

int result_compare(Result *result, const char *path, const LoadOptions *options)
{
    Result right;
    const Run *run = result->run;
    int status = result_make(path, options, &right);
    if (!status) {
        const RightRun beside = {right.run->program, &right.run->launch, right.memory,
                                 right.report};
        result->beside = path;
        result->has_wrong =
            first_wrong_beside(run->arena, run->program, &run->launch, result->memory, &beside,
                               &result->is_comparable, &result->wrong);
    }
    result_free(&right);
    return status;
}

Record result_record(const Result *result)
{
    return (Record){.run = result->run,
                    .report = result->report,
                    .check = &result->check,
                    .words = result->words,
                    .witness = result->has_witness ? &result->witness : NULL,
                    .printout = &result->printout,
                    .wrong = result->has_wrong ? &result->wrong : NULL,
                    .beside = result->beside,
                    .is_comparable = result->is_comparable};
}

json_t *result_json(Arena *arena, const Result *result)
{
    const Record record = result_record(result);
    return record_json(arena, &record);
}

void result_free(Result *result)
{
    page_free_aligned(result->words);
    if (result->memory)
        memory_free(result->memory);
    page_free_aligned(result->report);
    if (result->run)
        run_free(result->run);
}

int result_status(const Result *result)
{
    bool found = result->report->finding_count > 0 || result->check.wrong > 0 ||
                 (result->beside && result->has_wrong && result->wrong.kind != FIRST_WRONG_ORDER);
    return found ? EXIT_FOUND : EXIT_CLEAN;
}
