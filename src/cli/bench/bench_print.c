/* The tables of `tilestep bench`. */
#include "cli/bench/bench.h"

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* "1.23", or nothing where there is no such number. */
static const char *ratio_text(Cli *cli, const json_t *other)
{
    return other ? arena_printf(cli->arena, "%.2f", number_of(other, "ratio")) : NULL;
}

static void print_emulator(Cli *cli, const json_t *rows)
{
    Table table = {.arena = cli->arena};
    bool has_other = json_object_get(json_array_get(rows, 0), "against");
    table_row(&table, "emulator", "n", "threads", "million multiply-adds/s", "lane instructions/s",
              "best CPU s", "median CPU s", has_other ? "the other's best" : NULL, "times as fast");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *other = json_object_get(row, "against");
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
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
    table_print(stdout, &table);
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

static void print_reading(Cli *cli, const json_t *rows)
{
    Table table = {.arena = cli->arena};
    bool has_other = json_object_get(json_array_get(rows, 0), "against");
    table_row(&table, "reading", "n", "CPU ms until it can run", "median", "CPU ms of the grid",
              "median", "ratio", has_other ? "the other's best" : NULL, "times as fast");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *other = json_object_get(row, "against");
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  json_is_null(json_object_get(row, "n"))
                      ? "as shipped"
                      : arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "read_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "median_read_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "grid_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "median_grid_ms")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "ratio")),
                  other ? arena_printf(cli->arena, "%.2f", number_of(other, "read_ms")) : NULL,
                  ratio_text(cli, other));
    }
    table_print(stdout, &table);
}

static void print_frames(Cli *cli, const json_t *rows)
{
    Table table = {.arena = cli->arena};
    bool has_other = json_object_get(json_array_get(rows, 0), "against");
    table_row(&table, "a frame", "size", "threads", "best CPU ms", "median CPU ms", "median ms",
              has_other ? "the other's best" : NULL, "times as fast");
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const json_t *other = json_object_get(row, "against");
        table_row(&table, json_string_value(json_object_get(row, "scene")),
                  json_string_value(json_object_get(row, "size")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "threads")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "cpu_best")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "cpu_median")),
                  arena_printf(cli->arena, "%.2f", number_of(row, "median")),
                  other ? arena_printf(cli->arena, "%.2f", number_of(other, "cpu_best")) : NULL,
                  ratio_text(cli, other));
    }
    table_print(stdout, &table);
    puts("heavy: 12,288 numbers, 5,000 rectangles, 200 arrows. Where only the arrows moved, the\n"
         "picture under them is copied from memory, not painted. The display's part is not in it.");
}

static void print_seek(const json_t *seek)
{
    const json_t *other = json_object_get(seek, "against");
    printf("\nseek in tiled 64 x 64: median %.2f ms of CPU, 99th percentile %.2f ms, longest "
           "%.2f ms\n",
           number_of(seek, "cpu_median"), number_of(seek, "cpu_p99"), number_of(seek, "cpu_max"));
    if (other)
        printf("the other's median %.2f ms, %.2f times as fast\n", number_of(other, "cpu_median"),
               number_of(other, "ratio"));
}

static void print_start(const json_t *start)
{
    const json_t *other = json_object_get(start, "against");
    printf("start: `%s` of the tiled kernel at 4 x 4 takes %.2f ms of CPU at best, %.2f ms at the "
           "median, %.0f page faults\n",
           json_string_value(json_object_get(start, "command")), number_of(start, "best_ms"),
           number_of(start, "median_ms"), number_of(start, "page_faults"));
    if (other)
        printf("the other's best %.2f ms, %.2f times as fast\n", number_of(other, "best_ms"),
               number_of(other, "ratio"));
}

void bench_print(Cli *cli, const json_t *result)
{
    const json_t *rows = json_object_get(result, "emulator");
    const json_t *students = json_object_get(result, "students");
    const json_t *frames = json_object_get(result, "frame_ms");
    const json_t *seek = json_object_get(result, "seek_ms");
    const json_t *reading = json_object_get(result, "reading");
    const json_t *start = json_object_get(result, "start");
    if (json_array_size(rows))
        print_emulator(cli, rows);
    if (json_array_size(students))
        print_students(cli, students);
    if (json_array_size(frames))
        print_frames(cli, frames);
    if (json_array_size(reading))
        print_reading(cli, reading);
    if (json_object_get(result, "checks"))
        print_checks(cli, result);
    if (seek)
        print_seek(seek);
    if (start)
        print_start(start);
    print_lacking(json_object_get(result, "lacking"));
    if (json_object_get(result, "peak_rss_mib"))
        printf("peak memory: %.0f MiB\n", number_of(result, "peak_rss_mib"));
}
