/* What reading a file takes before its kernel can run: to open it, to run its host code abstractly
 * and to compile the kernel, beside the run that all this prepares. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include <math.h>

enum { ROUNDS = 9 };

/* Seconds of the processor that the grid takes on one thread. */
static double run_grid(const Run *run)
{
    const char *reason;
    GridOptions options = {.threads = 1};
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        return NAN;
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    double start_s = progress_cpu_s();
    grid_count(run->program, &run->launch, memory, &options, report);
    double taken_s = progress_cpu_s() - start_s;
    memory_free(memory);
    return taken_s;
}

/* A row for the tiled kernel on a square problem; NULL with a message. */
static json_t *read_row(Cli *cli, int n)
{
    double read_s[ROUNDS], grid_s[ROUNDS];
    for (int i = 0; i < ROUNDS; ++i) {
        double start_s = progress_cpu_s();
        Run *run = bench_tiled(cli, n);
        if (!run)
            return NULL;
        read_s[i] = progress_cpu_s() - start_s;
        grid_s[i] = run_grid(run);
        run_free(run);
    }
    bench_sort(read_s, ROUNDS);
    bench_sort(grid_s, ROUNDS);
    return json_pack("{sssisfsfsfsfsf}", "kernel", "tiled", "n", n, "read_ms", read_s[0] * 1e3,
                     "median_read_ms", read_s[ROUNDS / 2] * 1e3, "grid_ms", grid_s[0] * 1e3,
                     "median_grid_ms", grid_s[ROUNDS / 2] * 1e3, "ratio", read_s[0] / grid_s[0]);
}

json_t *bench_reading(Cli *cli)
{
    static const int sizes[] = {16, 64, 256};
    json_t *rows = json_array();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        json_t *row = read_row(cli, sizes[i]);
        if (!row) {
            json_decref(rows);
            return NULL;
        }
        json_array_append_new(rows, row);
    }
    return rows;
}
