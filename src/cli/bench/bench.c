/* tilestep bench: the emulator's own speed, everything counted. Figures move with the machine; the
 * kernels are those that are shipped. */
#include "cli/bench/bench.h"
#include "cli/report/json.h"
#include "cli/terminal/progress.h"

#include "probe/time/timeline.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { SEEK_COUNT = 300, SEEK_SIZE = 64 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
}

static json_t *seek_times(Timeline *timeline)
{
    while (!timeline_measure(timeline, 1u << 20))
        continue;
    double times_ms[SEEK_COUNT];
    uint64_t random = 1;
    for (int i = 0; i < SEEK_COUNT; ++i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        double start_s = progress_clock_s();
        timeline_seek(timeline, (random >> 20) % (timeline_length(timeline) + 1));
        times_ms[i] = (progress_clock_s() - start_s) * 1e3;
    }
    bench_sort(times_ms, SEEK_COUNT);
    return json_pack("{sfsfsfsf}", "best", times_ms[0], "median", times_ms[SEEK_COUNT / 2], "p99",
                     times_ms[SEEK_COUNT * 99 / 100], "max", times_ms[SEEK_COUNT - 1]);
}

/* Seeking to random steps of the whole 64 x 64 tiled grid; NULL if it cannot be had. */
static json_t *bench_seek(Cli *cli)
{
    Run *run = bench_tiled(cli, SEEK_SIZE);
    if (!run)
        return NULL;
    const char *reason;
    uint32_t blocks = (uint32_t)launch_block_count(&run->launch);
    Timeline *timeline = timeline_new(run->program, &run->launch, 0, blocks, &reason);
    json_t *times = timeline ? seek_times(timeline) : NULL;
    if (timeline)
        timeline_free(timeline);
    else
        cli_error("no timeline: %p", PHRASE_KEY(reason));
    run_free(run);
    return times;
}

static double peak_rss_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* "1.23", or nothing where there is no such number. */
static const char *ratio_text(Cli *cli, const json_t *other)
{
    return other ? arena_printf(cli->arena, "%.2f", number_of(other, "ratio")) : NULL;
}

static void print_emulator(Cli *cli, Table *table, const json_t *rows)
{
    bool has_other = json_object_get(json_array_get(rows, 0), "against");
    table_row(table, "emulator", "n", "threads", "million multiply-adds/s", "lane instructions/s",
              "best CPU s", "median CPU s", has_other ? "the other's best" : NULL, "times as fast");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *other = json_object_get(row, "against");
        table_row(table, json_string_value(json_object_get(row, "kernel")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "threads")),
                  json_is_null(json_object_get(row, "mmadds_per_s"))
                      ? ""
                      : arena_printf(cli->arena, "%.0f", number_of(row, "mmadds_per_s")),
                  arena_printf(cli->arena, "%.0f M", number_of(row, "lanes_per_cpu_s") * 1e-6),
                  arena_printf(cli->arena, "%.5f", number_of(row, "cpu_seconds")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "median_cpu_seconds")),
                  other ? arena_printf(cli->arena, "%.5f", number_of(other, "cpu_seconds")) : NULL,
                  ratio_text(cli, other));
    }
    table_print(stdout, table);
}

static void print_students(Cli *cli, const json_t *rows)
{
    Table table = {.arena = cli->arena};
    bool has_other = json_object_get(json_array_get(rows, 0), "against");
    table_row(&table, "a student's run", "size", "best CPU s", "median CPU s", "reading", "grid",
              "check", "check %", has_other ? "the other's best" : NULL, "times as fast");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *other = json_object_get(row, "against");
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  json_string_value(json_object_get(row, "size")),
                  arena_printf(cli->arena, "%.3f", number_of(row, "cpu_seconds")),
                  arena_printf(cli->arena, "%.3f", number_of(row, "median_cpu_seconds")),
                  arena_printf(cli->arena, "%.3f", number_of(row, "read_cpu_seconds")),
                  arena_printf(cli->arena, "%.3f", number_of(row, "grid_cpu_seconds")),
                  arena_printf(cli->arena, "%.3f", number_of(row, "check_cpu_seconds")),
                  arena_printf(cli->arena, "%.1f", 100 * number_of(row, "check_share")),
                  other ? arena_printf(cli->arena, "%.3f", number_of(other, "cpu_seconds")) : NULL,
                  ratio_text(cli, other));
    }
    table_print(stdout, &table);
}

static void print_lacking(const json_t *names)
{
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
        printf("%s%s", i == 0 ? "the other build has no case " : ", ", json_string_value(name));
    if (json_array_size(names))
        putchar('\n');
}

static void print_checks(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    size_t i;
    json_t *row;
    table_row(&table, "check", "kernel", "engine", "best CPU s", "median CPU s", "without, best",
              "without, median", "times as long");
    json_array_foreach(json_object_get(result, "checks"), i, row)
        table_row(&table, json_string_value(json_object_get(row, "check")),
                  json_string_value(json_object_get(row, "kernel")),
                  json_string_value(json_object_get(row, "engine")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "cpu_seconds")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "median_cpu_seconds")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "without_cpu_seconds")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "without_median_cpu_seconds")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "ratio")));
    putchar('\n');
    table_print(stdout, &table);
}

static void print_reading(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    size_t i;
    json_t *row;
    table_row(&table, "reading", "n", "CPU ms until it can run", "median", "CPU ms of the grid",
              "median", "ratio");
    json_array_foreach(json_object_get(result, "reading"), i, row)
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "read_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "median_read_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "grid_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "median_grid_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "ratio")));
    putchar('\n');
    table_print(stdout, &table);
}

static void print_rest(Cli *cli, Table *table, const json_t *result)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(result, "frame_ms"), i, row)
    {
        table_row(table, json_string_value(json_object_get(row, "scene")),
                  json_string_value(json_object_get(row, "size")),
                  arena_printf(cli->arena, "%.2f ms a frame", number_of(row, "median")),
                  arena_printf(cli->arena, "%.2f ms of CPU", number_of(row, "cpu_median")),
                  arena_printf(cli->arena, "%.2f at best", number_of(row, "cpu_best")));
    }
    putchar('\n');
    table_print(stdout, table);
    puts("heavy: 12,288 numbers, 5,000 rectangles, 200 arrows. Where only the arrows moved, the\n"
         "picture under them is copied from memory, not painted. The display's part is not in it.");
    print_reading(cli, result);
    print_checks(cli, result);
    const json_t *seek = json_object_get(result, "seek_ms");
    printf("\nseek in tiled 64 x 64: median %.2f ms, 99th percentile %.2f ms, longest %.2f ms\n",
           number_of(seek, "median"), number_of(seek, "p99"), number_of(seek, "max"));
    printf("peak memory: %.0f MiB\n", number_of(result, "peak_rss_mib"));
}

/* What is measured beside whole grids; false if it cannot be. */
static bool add_rest(Cli *cli, json_t *result)
{
    json_t *reading = bench_reading(cli), *checks = reading ? bench_checks(cli) : NULL;
    json_t *seek = checks ? bench_seek(cli) : NULL;
    if (reading)
        json_object_set_new(result, "reading", reading);
    if (checks)
        json_object_set_new(result, "checks", checks);
    if (!seek)
        return false;
    json_object_set_new(result, "seek_ms", seek);
    json_object_set_new(result, "frame_ms", bench_frames(cli));
    json_object_set_new(result, "peak_rss_mib", json_real(peak_rss_mib()));
    return true;
}

/* Fills `result` with what was asked for; false with a message, or after Ctrl+C. */
static bool measure(Cli *cli, json_t *result)
{
    const CliOptions *options = cli->options;
    if (options->against)
        return bench_against(cli, result);
    json_t *rows = bench_grids(cli), *students = rows ? bench_students(cli) : NULL;
    if (rows)
        json_object_set_new(result, "emulator", rows);
    if (students)
        json_object_set_new(result, "students", students);
    return students && (options->only || add_rest(cli, result));
}

/* Whether there is a case that --only names; else with a message. */
static bool has_cases(Cli *cli)
{
    int count, student_count;
    bench_names(cli, &count);
    bench_student_names(cli, &student_count);
    if (count + student_count == 0)
        cli_error("no case is named '%s'; names are like naive, naive:256, naive:256:1, student "
                  "and student:naive",
                  cli->options->only);
    return count + student_count > 0;
}

static void print_result(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    const json_t *rows = json_object_get(result, "emulator");
    const json_t *students = json_object_get(result, "students");
    if (json_array_size(rows))
        print_emulator(cli, &table, rows);
    if (json_array_size(students))
        print_students(cli, students);
    print_lacking(json_object_get(result, "lacking"));
    if (json_object_get(result, "seek_ms"))
        print_rest(cli, &table, result);
}

/* With `only` and `against` nothing but whole grids is measured, and the runs of students. */
int command_bench(Cli *cli)
{
    if (!has_cases(cli))
        return EXIT_UNUSABLE;
    json_t *result = json_object();
    if (!measure(cli, result)) {
        json_decref(result);
        return progress_is_cancelled() ? EXIT_CANCELLED : EXIT_UNUSABLE;
    }
    if (cli->options->json) {
        output_json(result);
        return EXIT_CLEAN;
    }
    print_result(cli, result);
    json_decref(result);
    return EXIT_CLEAN;
}
