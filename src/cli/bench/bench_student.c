/* Runs of the size that students ask for, from the file to the verdict, on one thread. Each is
 * timed as a whole, since that is what a student waits for, with its parts beside it. */
#include "cli/bench/bench.h"

enum { PARTS = 3 };

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

/* A case: the times of its fastest turn. */
typedef struct Taken {
    const Student *student;
    Times best;
} Taken;

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

static bool open_student(Cli *cli, BenchCase *of)
{
    (void)cli;
    (void)of;
    return true;
}

static void close_student(BenchCase *of)
{
    (void)of;
}

static bool run_student(Cli *cli, BenchCase *of, Progress *progress)
{
    Taken *taken = of->own;
    Times times = {0};
    if (!time_student(cli, taken->student, progress, &times))
        return false;
    if (of->times.count == 0 || times.cpu_s < taken->best.cpu_s)
        taken->best = times;
    bench_note(&of->times, times.wall_s, times.cpu_s);
    return true;
}

static json_t *student_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const Taken *taken = of->own;
    const Student *student = taken->student;
    const Times *best = &taken->best;
    return json_pack("{sssssisisfsfsfsfsfsfsfsi}", "kernel", student->kernel.name, "size",
                     student->size, "n", student->kernel.most, "threads", 1, "seconds",
                     best->wall_s, "cpu_seconds", best->cpu_s, "median_cpu_seconds",
                     of->times.cpu_s[of->times.count / 2], "read_cpu_seconds", best->part_s[0],
                     "grid_cpu_seconds", best->part_s[1], "check_cpu_seconds", best->part_s[2],
                     "check_share", best->part_s[2] / best->cpu_s, "rounds", of->times.count);
}

static const BenchKind kind = {"students",   "cpu_seconds", 1,           false,        true,
                               open_student, run_student,   student_row, close_student};

void bench_list_students(Cli *cli, BenchCases *cases)
{
    for (int i = 0; i < STUDENTS; ++i) {
        Taken *taken = ARENA_NEW(cli->arena, Taken);
        taken->student = &students[i];
        bench_add(cli, cases, &kind, students[i].name, taken);
    }
}
