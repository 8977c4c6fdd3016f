/* What looking for faults costs: grids run with all checks and without one of them, in turn, so
 * that whatever slows the machine down falls on both alike. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include "base/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS_LEAST = 5, ROUNDS_MOST = 64 };
#define ROW_S 0.4 /* a row has had its rounds when they took so long together */

typedef struct CheckRow {
    const char *check;
    GridOptions without;
    const char *kernel, *asset; /* asset NULL: shuffles, below */
    const char *size;
    bool is_square, is_stepwise;
} CheckRow;

#define BETWEEN                                                                                    \
    {                                                                                              \
        .skips_races = true                                                                        \
    }
#define WARPS                                                                                      \
    {                                                                                              \
        .skips_warps = true                                                                        \
    }
#define NOTES                                                                                      \
    {                                                                                              \
        .skips_notes = true                                                                        \
    }

static const CheckRow rows[] = {
    {"between blocks", BETWEEN, "naive", "kernels/01_naive.cu", "256", true, false},
    {"between blocks", BETWEEN, "tiled", "kernels/02_tiled.cu", "256", true, false},
    {"between blocks", BETWEEN, "histogram", "kernels/12_histogram.cu", "65536", false, false},
    {"between blocks", BETWEEN, "tiled", "kernels/02_tiled.cu", "64", true, true},
    {"warps", WARPS, "tiled", "kernels/02_tiled.cu", "64", true, true},
    {"warps", WARPS, "shuffles", NULL, NULL, false, true},
    {"notes", NOTES, "tiled", "kernels/02_tiled.cu", "64", true, true},
    {"notes", NOTES, "histogram", "kernels/12_histogram.cu", "65536", false, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* No kernel that is shipped exchanges values within a warp. */
static const char shuffles[] = "__global__ void sums(const float *in, float *out)\n"
                               "{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    float sum = in[i];\n"
                               "    for (int half = 16; half > 0; half /= 2)\n"
                               "        sum += __shfl_down_sync(0xffffffff, sum, half);\n"
                               "    if (threadIdx.x % 32 == 0)\n"
                               "        out[i / 32] = sum;\n"
                               "}\n"
                               "int main()\n"
                               "{\n"
                               "    float *in, *out;\n"
                               "    cudaMalloc(&in, 65536 * 4);\n"
                               "    cudaMemset(in, 0, 65536 * 4);\n"
                               "    cudaMalloc(&out, 2048 * 4);\n"
                               "    sums<<<256, 256>>>(in, out);\n"
                               "}\n";

static Run *load_shuffles(void)
{
    char path[] = "/tmp/tilestep-bench-XXXXXX.cu";
    LoadOptions load = {0};
    int file = mkstemps(path, 3);
    Run *run = NULL;
    if (file < 0)
        return NULL;
    if (write(file, shuffles, sizeof shuffles - 1) == (ssize_t)sizeof shuffles - 1)
        run = result_load(path, &load);
    close(file);
    unlink(path);
    return run;
}

static Run *load_row(Cli *cli, const CheckRow *row)
{
    const char *path = row->asset ? asset_find(cli->arena, row->asset) : NULL;
    NamedText sizes[] = {{"j", row->size}, {"k", row->size}, {"l", row->size}};
    NamedText length = {"n", row->size};
    Define tile = {"TILE_WIDTH", "16"};
    LoadOptions load = {.settings = row->is_square ? sizes : &length,
                        .setting_count = row->is_square ? 3 : 1,
                        .defines = &tile,
                        .define_count = row->is_square};
    if (!row->asset)
        return load_shuffles();
    if (!path)
        cli_error("%s is not installed", row->asset);
    return path ? result_load(path, &load) : NULL;
}

/* Seconds of the processor for the grid once; less than 0 after Ctrl+C. */
static double time_grid(const Run *run, Memory *memory, Report *report, GridOptions options,
                        Progress *progress)
{
    options.threads = 1;
    options.progress = progress_update;
    options.context = progress;
    memory_reset(memory);
    double start_s = progress_cpu_s();
    if (grid_count(run->program, &run->launch, memory, &options, report) != GRID_DONE)
        return -1;
    return progress_cpu_s() - start_s;
}

/* Seconds with all checks and without the row's, round by round. */
typedef struct RowTimes {
    double with_s[ROUNDS_MOST], without_s[ROUNDS_MOST];
    int rounds;
} RowTimes;

/* False after Ctrl+C. */
static bool time_row(const CheckRow *row, const Run *run, Memory *memory, RowTimes *times)
{
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    GridOptions all = {.is_stepwise = row->is_stepwise}, less = row->without;
    Progress progress;
    double all_s = 0;
    bool good = true;
    less.is_stepwise = row->is_stepwise;
    progress_start(&progress);
    for (int i = 0; good && i < ROUNDS_MOST && (i < ROUNDS_LEAST || all_s < ROW_S); ++i) {
        times->with_s[i] = time_grid(run, memory, report, all, &progress);
        times->without_s[i] = time_grid(run, memory, report, less, &progress);
        good = times->with_s[i] >= 0 && times->without_s[i] >= 0;
        all_s += times->with_s[i] + times->without_s[i];
        times->rounds = i + 1;
    }
    progress_end(&progress);
    bench_sort(times->with_s, times->rounds);
    bench_sort(times->without_s, times->rounds);
    return good;
}

static json_t *bench_row(Cli *cli, const CheckRow *row)
{
    const char *reason;
    RowTimes times = {0};
    Run *run = load_row(cli, row);
    Memory *memory = run ? memory_new(&run->launch, &reason) : NULL;
    json_t *object = NULL;
    if (memory && time_row(row, run, memory, &times))
        object = json_pack("{sssssssfsfsfsfsf}", "check", row->check, "kernel", row->kernel,
                           "engine", row->is_stepwise ? "steps" : "whole blocks", "cpu_seconds",
                           times.with_s[0], "median_cpu_seconds", times.with_s[times.rounds / 2],
                           "without_cpu_seconds", times.without_s[0], "without_median_cpu_seconds",
                           times.without_s[times.rounds / 2], "ratio",
                           times.with_s[0] / times.without_s[0]);
    if (memory)
        memory_free(memory);
    if (run)
        run_free(run);
    return object;
}

json_t *bench_checks(Cli *cli)
{
    json_t *array = json_array();
    for (int i = 0; i < ROWS; ++i) {
        json_t *row = bench_row(cli, &rows[i]);
        if (!row) {
            json_decref(array);
            return NULL;
        }
        json_array_append_new(array, row);
    }
    return array;
}
