/* What reading a file takes before its kernel can run: to open it, to run its host code abstractly
 * and to compile the kernel, beside the run that all this prepares. */
#include "cli/bench/bench.h"

#include <string.h>

enum { READS = 3 /* of a turn, so that not all of them come after something else */ };

typedef struct Reading {
    const BenchKernel *kernel;
    const char *name;
    int n;            /* 0: as the file says */
    BenchTimes grids; /* those of the case are of reading */
} Reading;

static bool open_reading(Cli *cli, BenchCase *of)
{
    (void)cli;
    (void)of;
    return true;
}

static void close_reading(BenchCase *of)
{
    (void)of;
}

/* False after Ctrl+C. */
static bool time_grid(const Run *run, BenchTimes *times, Progress *progress)
{
    const char *reason;
    GridOptions options = {.threads = 1, .progress = progress_update, .context = progress};
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        return true;
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
    bool good = grid_count(run->program, &run->launch, memory, &options, report) == GRID_DONE;
    double cpu_s = progress_cpu_s() - start_cpu_s;
    bench_note(times, progress_clock_s() - start_s, cpu_s);
    memory_free(memory);
    return good;
}

static bool run_reading(Cli *cli, BenchCase *of, Progress *progress)
{
    Reading *reading = of->own;
    bool good = true;
    for (int i = 0; i < READS && good; ++i) {
        double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
        Run *run = bench_load(cli, reading->kernel, reading->n);
        if (!run)
            return false;
        double cpu_s = progress_cpu_s() - start_cpu_s;
        bench_note(&of->times, progress_clock_s() - start_s, cpu_s);
        good = time_grid(run, &reading->grids, progress);
        run_free(run);
    }
    return good;
}

static json_t *reading_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    Reading *reading = of->own;
    const double *reads = of->times.cpu_s, *grids = reading->grids.cpu_s;
    bench_sort(reading->grids.cpu_s, reading->grids.count);
    return json_pack("{sssosfsfsfsfsfsi}", "kernel", reading->name, "n",
                     reading->n ? json_integer(reading->n) : json_null(), "read_ms", reads[0] * 1e3,
                     "median_read_ms", reads[of->times.count / 2] * 1e3, "grid_ms", grids[0] * 1e3,
                     "median_grid_ms", grids[reading->grids.count / 2] * 1e3, "ratio",
                     reads[0] / grids[0], "rounds", of->times.count);
}

static const BenchKind kind = {"reading",    "read_ms",   3,           false,        false,
                               open_reading, run_reading, reading_row, close_reading};

static void add_reading(Cli *cli, BenchCases *cases, const BenchKernel *kernel, const char *name,
                        int n)
{
    Reading *reading = ARENA_NEW(cli->arena, Reading);
    *reading = (Reading){.kernel = kernel, .name = name, .n = n};
    const char *format = n ? "reading:%s:%d" : "reading:%s";
    bench_add(cli, cases, &kind, arena_printf(cli->arena, format, name, n), reading);
}

/* "05_strides" of "kernels/05_strides.cu"; NULL for files that are not shipped as kernels. */
static const char *shipped_name(Cli *cli, const BenchKernel *kernel)
{
    const char *file = strchr(kernel->asset, '/') + 1;
    bool is_shipped = strncmp(kernel->asset, "kernels/", strlen("kernels/")) == 0;
    return is_shipped ? arena_text(cli->arena, file, strlen(file) - strlen(".cu")) : NULL;
}

void bench_list_reading(Cli *cli, BenchCases *cases)
{
    static const int sizes[] = {16, 64, 256};
    int count;
    const BenchKernel *kernels = bench_kernels(&count), *tiled = kernels;
    while (strcmp(tiled->name, "tiled") != 0)
        ++tiled;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        add_reading(cli, cases, tiled, tiled->name, sizes[i]);
    for (int i = 0; i < count; ++i) {
        const char *name = shipped_name(cli, &kernels[i]);
        if (name && !kernels[i].is_stepwise) /* those have their files from others */
            add_reading(cli, cases, &kernels[i], name, 0);
    }
}
