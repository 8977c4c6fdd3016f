/* The tables of `tilestep bench`. */
#include "cli/bench/bench.h"

#include <string.h>

/* A column of a table: a number of the rows, or a text. */
typedef struct Column {
    const char *title, *key;
    int decimals;
    double scale; /* 0: not scaled */
    const char *unit;
} Column;

enum { COLUMNS = 7 };

static const Column emulator[COLUMNS] = {{"emulator", "kernel"},
                                         {"n", "n"},
                                         {"threads", "threads"},
                                         {"million multiply-adds/s", "mmadds_per_s"},
                                         {"lane instructions/s", "lanes_per_cpu_s", 0, 1e-6, " M"},
                                         {"best CPU s", "cpu_seconds", 5},
                                         {"median CPU s", "median_cpu_seconds", 5}};

static const Column ratios[COLUMNS] = {{"beside tiled", "kernel"},
                                       {"n", "n"},
                                       {"million multiply-adds/CPU s", "mmadds_per_cpu_s"},
                                       {"at least", "least_mmadds_per_cpu_s"},
                                       {"of tiled's", "ratio", 2},
                                       {"at least", "least_ratio", 2},
                                       {"tiled's", "tiled_mmadds_per_cpu_s"}};

static const Column frames[COLUMNS] = {{"a frame", "scene"},
                                       {"size", "size"},
                                       {"threads", "threads"},
                                       {"best CPU ms", "cpu_best", 2},
                                       {"median CPU ms", "cpu_median", 2},
                                       {"median ms", "median", 2}};

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static const char *cell(Cli *cli, const json_t *row, const Column *column)
{
    const json_t *value = column->key ? json_object_get(row, column->key) : NULL;
    double scale = column->scale != 0 ? column->scale : 1;
    if (json_is_string(value))
        return json_string_value(value);
    if (!json_is_number(value))
        return column->key ? "" : NULL;
    return arena_printf(cli->arena, "%.*f%s", column->decimals, json_number_value(value) * scale,
                        column->unit ? column->unit : "");
}

static void print_table(Cli *cli, const json_t *rows, const Column columns[COLUMNS])
{
    Table table = {.arena = cli->arena};
    size_t i;
    json_t *row;
    if (json_array_size(rows) == 0)
        return;
    table_row(&table, columns[0].title, columns[1].title, columns[2].title, columns[3].title,
              columns[4].title, columns[5].title, columns[6].title);
    json_array_foreach(rows, i, row) table_row(
        &table, cell(cli, row, &columns[0]), cell(cli, row, &columns[1]),
        cell(cli, row, &columns[2]), cell(cli, row, &columns[3]), cell(cli, row, &columns[4]),
        cell(cli, row, &columns[5]), cell(cli, row, &columns[6]));
    table_print(stdout, &table);
}

void bench_print(Cli *cli, const json_t *result)
{
    const json_t *painted = json_object_get(result, "frame_ms");
    const json_t *seek = json_object_get(result, "seek_ms");
    const json_t *start = json_object_get(result, "start");
    const json_t *exec = json_object_get(result, "exec");
    print_table(cli, json_object_get(result, "emulator"), emulator);
    print_table(cli, json_object_get(result, "ratios"), ratios);
    print_table(cli, painted, frames);
    if (json_array_size(painted))
        puts("heavy: 12,288 numbers, 5,000 rectangles, 200 arrows. Where only the arrows moved, "
             "the\n"
             "picture under them is copied from memory, not painted. The display's part is not in "
             "it.");
    if (seek)
        printf("\nseek in tiled 64 x 64: median %.2f ms of CPU, 99th percentile %.2f ms, longest "
               "%.2f ms\n",
               number_of(seek, "cpu_median"), number_of(seek, "cpu_p99"),
               number_of(seek, "cpu_max"));
    if (start)
        printf("start: `%s` of the tiled kernel at 4 x 4 takes %.2f ms of CPU at best, %.2f ms at "
               "the median, %.0f page faults\n",
               json_string_value(json_object_get(start, "command")), number_of(start, "best_ms"),
               number_of(start, "median_ms"), number_of(start, "page_faults"));
    if (exec)
        printf("exec: %s take a whole program %.2f ms of CPU at best, %.2f ms at the median\n",
               json_string_value(json_object_get(exec, "launches")), number_of(exec, "best_ms"),
               number_of(exec, "median_ms"));
    if (json_object_get(result, "peak_rss_mib"))
        printf("peak memory: %.0f MiB\n", number_of(result, "peak_rss_mib"));
}
