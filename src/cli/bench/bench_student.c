/* Runs of the size that students ask for, from the file to the verdict, on one thread. Each is
 * timed as a whole, since that is what a student waits for, with its parts beside it. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include <stdlib.h>

enum { ROUNDS = 3, PARTS = 3 };

typedef struct Student {
    const char *name, *size; /* what `--only` names, and the size in words */
    BenchKernel kernel;      /* at its `most` */
} Student;

#define SIZE(n) (n), (n)
/* clang-format off */
static const Student students[] = {
    {"student:histogram", "2^24",
     {"histogram", "kernels/12_histogram.cu", SIZE(1 << 24), {"n"}, {{"BLOCK_SIZE", "256"}}}},
    {"student:transpose", "4096 x 4096",
     {"transpose", "kernels/14_transpose.cu", SIZE(4096), {"rows", "cols"},
      {{"TILE_WIDTH", "16"}}}},
    {"student:tiled", "2048^3",
     {"tiled", "kernels/02_tiled.cu", SIZE(2048), {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}}},
    {"student:register_tiles", "1024^3",
     {"register_tiles", "kernels/27_register_tiles.cu", SIZE(1024), {"j", "k", "l"},
      {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}}}},
    {"student:softmax", "4096 x 1024",
     {"softmax", "assets/bench/families.cu", SIZE(2048), {"side"}, {{0}}}},
    {"student:layer_norm", "4096 x 1024",
     {"layer_norm", "assets/bench/families.cu", SIZE(2048), {"side"}, {{0}}}},
    {"student:naive", "1024^3",
     {"naive", "kernels/01_naive.cu", SIZE(1024), {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}}},
};
/* clang-format on */
enum { STUDENTS = sizeof students / sizeof *students };

typedef struct Times {
    double cpu_s, wall_s;
    double part_s[PARTS]; /* CPU: until the kernel can run, the grid, the check */
} Times;

static bool is_listed(const Cli *cli, int i)
{
    return cli->options->only && bench_is_wanted(students[i].name, cli->options->only);
}

const char *const *bench_student_names(Cli *cli, int *count)
{
    const char **names = ARENA_ARRAY(cli->arena, const char *, STUDENTS);
    *count = 0;
    for (int i = 0; i < STUDENTS; ++i)
        if (is_listed(cli, i))
            names[(*count)++] = students[i].name;
    return names;
}

/* Seconds of the processor since *since, which becomes now. */
static double lap_s(double *since)
{
    double now_s = progress_cpu_s(), taken_s = now_s - *since;
    *since = now_s;
    return taken_s;
}

/* False after Ctrl+C. */
static bool time_parts(Run *run, Memory *memory, Progress *progress, double *since, Times *times)
{
    GridOptions options = {.threads = 1, .progress = progress_update, .context = progress};
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    times->part_s[0] = lap_s(since);
    if (grid_count(run->program, &run->launch, memory, &options, report) != GRID_DONE)
        return false;
    times->part_s[1] = lap_s(since);
    check_result(run->arena, run->program, &run->launch, memory, report);
    times->part_s[2] = lap_s(since);
    return true;
}

/* Once from the file to the verdict; false with a message, or after Ctrl+C. */
static bool time_student(Cli *cli, const Student *student, Progress *progress, Times *times)
{
    const char *reason;
    double start_s = progress_clock_s(), since_s = progress_cpu_s();
    Run *run = bench_load(cli, &student->kernel, student->kernel.most);
    if (!run)
        return false;
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        cli_error("%s: no memory for the buffers: %p", student->name, PHRASE_KEY(reason));
    bool good = memory && time_parts(run, memory, progress, &since_s, times);
    for (int i = 0; i < PARTS; ++i)
        times->cpu_s += times->part_s[i];
    times->wall_s = progress_clock_s() - start_s;
    if (memory)
        memory_free(memory);
    run_free(run);
    return good;
}

static int compare_times(const void *a, const void *b)
{
    double x = ((const Times *)a)->cpu_s, y = ((const Times *)b)->cpu_s;
    return (x > y) - (x < y);
}

static json_t *row_of(const Student *student, Times times[ROUNDS])
{
    qsort(times, ROUNDS, sizeof *times, compare_times);
    return json_pack("{sssssisisfsfsfsfsfsfsfsi}", "kernel", student->kernel.name, "size",
                     student->size, "n", student->kernel.most, "threads", 1, "seconds",
                     times->wall_s, "cpu_seconds", times->cpu_s, "median_cpu_seconds",
                     times[ROUNDS / 2].cpu_s, "read_cpu_seconds", times->part_s[0],
                     "grid_cpu_seconds", times->part_s[1], "check_cpu_seconds", times->part_s[2],
                     "check_share", times->part_s[2] / times->cpu_s, "rounds", ROUNDS);
}

/* Every round runs each of them once. */
static bool run_rounds(Cli *cli, Times times[STUDENTS][ROUNDS])
{
    bool good = true;
    Progress progress;
    progress_start(&progress);
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < STUDENTS && good; ++i)
            good =
                !is_listed(cli, i) || time_student(cli, &students[i], &progress, &times[i][round]);
    progress_end(&progress);
    return good;
}

json_t *bench_students(Cli *cli)
{
    Times times[STUDENTS][ROUNDS] = {0};
    if (!run_rounds(cli, times))
        return NULL;
    json_t *rows = json_array();
    for (int i = 0; i < STUDENTS; ++i)
        if (is_listed(cli, i))
            json_array_append_new(rows, row_of(&students[i], times[i]));
    return rows;
}
