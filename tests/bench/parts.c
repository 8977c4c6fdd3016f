/* What the parts of a run take, CPU time on one thread, the least of several turns: for runs of the
 * size that students ask for, for reading each file that is shipped, and for looking for faults.
 *
 * bench_parts students | reading | checks  SOURCE_ROOT */
#include "count/grid.h"
#include "load/load.h"
#include "probe/checks/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TURNS = 5, SIZES = 4 };

#define TILE(width)                                                                                \
    {                                                                                              \
        {                                                                                          \
            "TILE_WIDTH", width                                                                    \
        }                                                                                          \
    }

/* A file and what it is opened with. */
typedef struct Case {
    const char *file, *kernel, *sizes[SIZES]; /* sizes: host variables that are set to `size` */
    Define defines[SIZES];
    const char *size;
} Case;

typedef struct Times {
    double read_s, grid_s, check_s;
} Times;

static const char *root;

static double cpu_s(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static Run *load(const Case *of)
{
    char path[1024];
    NamedText settings[SIZES];
    LoadOptions options = {.kernel = of->kernel, .settings = settings, .defines = of->defines};
    while (options.setting_count < SIZES && of->sizes[options.setting_count]) {
        settings[options.setting_count] = (NamedText){of->sizes[options.setting_count], of->size};
        ++options.setting_count;
    }
    while (options.define_count < SIZES && of->defines[options.define_count].name)
        ++options.define_count;
    snprintf(path, sizeof path, "%s/%s", root, of->file);
    Run *run = run_load(path, &options);
    if (!run->program) {
        run_print_diags(stderr, run);
        exit(EXIT_FAILURE);
    }
    return run;
}

/* Once from the file to the verdict. */
static Times take(const Case *of, GridOptions options)
{
    const char *reason;
    double start_s = cpu_s();
    Run *run = load(of);
    Times times = {.read_s = cpu_s() - start_s};
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        exit(EXIT_FAILURE);
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    options.threads = 1;
    start_s = cpu_s();
    grid_count(run->program, &run->launch, memory, &options, report);
    times.grid_s = cpu_s() - start_s;
    start_s = cpu_s();
    check_result(run->arena, run->program, &run->launch, memory, report);
    times.check_s = cpu_s() - start_s;
    memory_free(memory);
    run_free(run);
    return times;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static Times best(const Case *of, GridOptions options)
{
    Times times = take(of, options);
    for (int i = 1; i < TURNS; ++i) {
        Times next = take(of, options);
        times = (Times){least(times.read_s, next.read_s), least(times.grid_s, next.grid_s),
                        least(times.check_s, next.check_s)};
    }
    return times;
}

static void print_students(void)
{
    static const Case students[] = {
        {"kernels/12_histogram.cu", NULL, {"n"}, {{0}}, "16777216"},
        {"kernels/14_transpose.cu", NULL, {"rows", "cols"}, TILE("16"), "4096"},
        {"kernels/02_tiled.cu", NULL, {"j", "k", "l"}, TILE("16"), "2048"},
        {"kernels/01_naive.cu", NULL, {"j", "k", "l"}, TILE("16"), "1024"},
        {"kernels/27_register_tiles.cu",
         NULL,
         {"j", "k", "l"},
         {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}},
         "1024"},
        {"assets/bench/families.cu", "softmax", {"side"}, {{0}}, "2048"},
        {"assets/bench/families.cu", "layer_norm", {"side"}, {{0}}, "2048"},
    };
    printf("%-28s %10s %9s %9s %9s %8s\n", "a student's run", "size", "read s", "grid s", "check s",
           "check %");
    for (size_t i = 0; i < sizeof students / sizeof *students; ++i) {
        Times times = best(&students[i], (GridOptions){0});
        const char *name = students[i].kernel ? students[i].kernel : students[i].file;
        printf("%-28s %10s %9.4f %9.4f %9.4f %8.1f\n", name, students[i].size, times.read_s,
               times.grid_s, times.check_s,
               100 * times.check_s / (times.read_s + times.grid_s + times.check_s));
    }
}

static void print_reading(void)
{
    char folder[1024], file[512];
    struct dirent **names;
    snprintf(folder, sizeof folder, "%s/kernels", root);
    int count = scandir(folder, &names, NULL, alphasort);
    printf("%-36s %9s %9s\n", "reading", "read ms", "grid ms");
    for (int i = 0; i < count; ++i) {
        if (strstr(names[i]->d_name, ".cu")) {
            snprintf(file, sizeof file, "kernels/%s", names[i]->d_name);
            Times times = best(&(Case){.file = file}, (GridOptions){0});
            printf("%-36s %9.3f %9.3f\n", file, times.read_s * 1e3, times.grid_s * 1e3);
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
}

static void print_checks(void)
{
    static const GridOptions races = {.skips_races = true}, warps = {.skips_warps = true},
                             notes = {.skips_notes = true};
    static const Case naive = {"kernels/01_naive.cu", NULL, {"j", "k", "l"}, TILE("16"), "256"},
                      tiled = {"kernels/02_tiled.cu", NULL, {"j", "k", "l"}, TILE("16"), "256"},
                      small = {"kernels/02_tiled.cu", NULL, {"j", "k", "l"}, TILE("16"), "64"},
                      histogram = {"kernels/12_histogram.cu", NULL, {"n"}, {{0}}, "65536"},
                      shuffles = {
                          "assets/bench/families.cu", "sum_shuffles", {"side"}, {{0}}, "256"};
    static const struct {
        const char *check, *kernel;
        const Case *of;
        const GridOptions *without;
        bool is_stepwise;
    } rows[] = {
        {"between blocks", "naive 256", &naive, &races, false},
        {"between blocks", "tiled 256", &tiled, &races, false},
        {"between blocks", "histogram 65536", &histogram, &races, false},
        {"between blocks", "tiled 64, steps", &small, &races, true},
        {"warps", "tiled 64, steps", &small, &warps, true},
        {"warps", "shuffles 256, steps", &shuffles, &warps, true},
        {"notes", "tiled 64, steps", &small, &notes, true},
        {"notes", "histogram 65536, steps", &histogram, &notes, true},
    };
    printf("%-16s %-24s %9s %9s %6s\n", "check", "kernel", "grid s", "without", "ratio");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        GridOptions all = {.is_stepwise = rows[i].is_stepwise}, less = *rows[i].without;
        less.is_stepwise = rows[i].is_stepwise;
        double with_s = best(rows[i].of, all).grid_s, without_s = best(rows[i].of, less).grid_s;
        printf("%-16s %-24s %9.5f %9.5f %6.2f\n", rows[i].check, rows[i].kernel, with_s, without_s,
               with_s / without_s);
    }
}

int main(int argc, char **argv)
{
    root = argc > 2 ? argv[2] : ".";
    if (argc > 1 && strcmp(argv[1], "students") == 0)
        print_students();
    else if (argc > 1 && strcmp(argv[1], "reading") == 0)
        print_reading();
    else
        print_checks();
    return EXIT_SUCCESS;
}
