/* Turns: every round runs each case once, and a case has had enough when its turns took long enough
 * together. */
#include "cli/bench/bench.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS_LEAST = 3 };
#define CASE_S 0.2 /* a case has had its turns when they took so long together */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Puts values in order, so that the best is the first and the median in the middle. */
static void bench_sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
}

void bench_note(BenchTimes *times, double wall_s, double cpu_s)
{
    if (times->count == BENCH_TIMES)
        return;
    times->wall_s[times->count] = wall_s;
    times->cpu_s[times->count++] = cpu_s;
}

static bool is_wanted(const char *name, const char *only)
{
    size_t length = strlen(only);
    return strncmp(name, only, length) == 0 && (!name[length] || name[length] == ':');
}

void bench_add(Cli *cli, BenchCases *cases, const BenchKind *kind, const char *name, void *own)
{
    const char *only = cli->options->only;
    if (!only || is_wanted(name, only))
        *ARENA_PUSH(cli->arena, cases->list, cases->count, cases->capacity) =
            (BenchCase){.kind = kind, .name = name, .own = own};
}

static bool has_had_its_turns(const BenchCase *of)
{
    return of->times.count == BENCH_TIMES || (of->turns >= TURNS_LEAST && of->all_s >= CASE_S);
}

static bool take_turn(Cli *cli, BenchCase *of, Progress *progress)
{
    double start_s = progress_clock_s();
    progress->started_s = start_s; /* how long the rest takes is told of this turn alone */
    bool good = of->kind->run(cli, of, progress);
    of->all_s += progress_clock_s() - start_s;
    ++of->turns;
    return good;
}

static bool run_all(Cli *cli, BenchCases *cases, Progress *progress)
{
    for (bool is_any = true; is_any;) {
        is_any = false;
        for (int i = 0; i < cases->count; ++i) {
            if (has_had_its_turns(&cases->list[i]))
                continue;
            if (!take_turn(cli, &cases->list[i], progress))
                return false;
            is_any = true;
        }
    }
    return true;
}

static void add_row(Cli *cli, BenchCase *of, json_t *result)
{
    bench_sort(of->times.wall_s, of->times.count);
    bench_sort(of->times.cpu_s, of->times.count);
    json_t *row = of->kind->row(cli, of);
    if (of->kind->is_alone)
        json_object_set_new(result, of->kind->result, row);
    else
        json_array_append_new(json_object_get(result, of->kind->result), row);
}

bool bench_rounds(Cli *cli, BenchCases *cases, json_t *result)
{
    Progress progress;
    int opened = 0;
    progress_start(&progress);
    while (opened < cases->count && cases->list[opened].kind->open(cli, &cases->list[opened]))
        ++opened;
    bool good = opened == cases->count && run_all(cli, cases, &progress);
    progress_end(&progress);
    for (int i = 0; i < cases->count && good; ++i)
        add_row(cli, &cases->list[i], result);
    for (int i = 0; i <= opened && i < cases->count; ++i)
        cases->list[i].kind->close(&cases->list[i]);
    return good;
}
