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
    qsort(times_ms, SEEK_COUNT, sizeof *times_ms, compare_doubles);
    return json_pack("{sfsfsf}", "median", times_ms[SEEK_COUNT / 2], "p99",
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
                  arena_printf(cli->arena, "%.2f", number_of(other, "ratio")));
    }
    table_print(stdout, table);
}

static void print_checks(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    size_t i;
    json_t *row;
    table_row(&table, "check", "kernel", "engine", "CPU s", "CPU s without", "times as long");
    json_array_foreach(json_object_get(result, "checks"), i, row)
        table_row(&table, json_string_value(json_object_get(row, "check")),
                  json_string_value(json_object_get(row, "kernel")),
                  json_string_value(json_object_get(row, "engine")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "cpu_seconds")),
                  arena_printf(cli->arena, "%.5f", number_of(row, "without_cpu_seconds")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "ratio")));
    putchar('\n');
    table_print(stdout, &table);
}

static void print_reading(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    size_t i;
    json_t *row;
    table_row(&table, "reading", "n", "CPU ms until it can run", "CPU ms of the grid", "ratio");
    json_array_foreach(json_object_get(result, "reading"), i, row)
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "read_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "grid_ms")),
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
                  arena_printf(cli->arena, "%.2f ms of CPU", number_of(row, "cpu_median")));
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

/* With `only` and `against` nothing but whole grids is measured. */
int command_bench(Cli *cli)
{
    const CliOptions *options = cli->options;
    bool is_whole = !options->only && !options->against;
    json_t *rows = options->against ? bench_against(cli) : bench_grids(cli);
    if (!rows)
        return progress_is_cancelled() ? EXIT_CANCELLED : EXIT_UNUSABLE;
    json_t *result = json_pack("{so}", "emulator", rows);
    if (is_whole && !add_rest(cli, result)) {
        json_decref(result);
        return progress_is_cancelled() ? EXIT_CANCELLED : EXIT_UNUSABLE;
    }
    if (options->json) {
        output_json(result);
        return EXIT_CLEAN;
    }
    Table table = {.arena = cli->arena};
    print_emulator(cli, &table, rows);
    if (is_whole)
        print_rest(cli, &table, result);
    json_decref(result);
    return EXIT_CLEAN;
}
