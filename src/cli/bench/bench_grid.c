/* Whole grids, timed. */
#include "cli/bench/bench.h"

#include "base/assets.h"

#include <string.h>

#define FAMILY(kernel)                                                                             \
    {                                                                                              \
        kernel, "assets/bench/families.cu", 512, 512, {"side"},                                    \
        {                                                                                          \
            {                                                                                      \
                0                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }
static const BenchKernel kernels[] = {
    {"naive", "kernels/01_naive.cu", 64, 1024, {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}},
    {"tiled", "kernels/02_tiled.cu", 64, 1024, {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}},
    {"register_tiles",
     "kernels/27_register_tiles.cu",
     256,
     256,
     {"j", "k", "l"},
     {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}}},
    {"transpose", "kernels/14_transpose.cu", 512, 512, {"rows", "cols"}, {{"TILE_WIDTH", "16"}}},
    {"transpose_tiled",
     "kernels/15_transpose_tiled.cu",
     512,
     512,
     {"rows", "cols"},
     {{"TILE_WIDTH", "16"}}},
    {"stencil", "kernels/16_stencil.cu", 262144, 262144, {"n"}, {{"BLOCK_SIZE", "256"}}},
    {"reduction", "kernels/17_reduction.cu", 262144, 262144, {"n"}, {{"BLOCK_SIZE", "256"}}},
    {"naive_steps", "kernels/01_naive.cu", 64, 64, {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}, true},
    {"tiled_steps", "kernels/02_tiled.cu", 64, 64, {"j", "k", "l"}, {{"TILE_WIDTH", "16"}}, true},
    {"histogram_steps",
     "kernels/12_histogram.cu",
     65536,
     65536,
     {"n"},
     {{"BLOCK_SIZE", "256"}},
     true},
    {"stencil_steps", "kernels/16_stencil.cu", 65536, 65536, {"n"}, {{"BLOCK_SIZE", "256"}}, true},
    FAMILY("histogram"),
    FAMILY("sum_shuffles"),
    FAMILY("scan"),
    FAMILY("softmax"),
    FAMILY("layer_norm"),
    FAMILY("bitonic"),
    FAMILY("convolution"),
    FAMILY("gray"),
    FAMILY("compact"),
    FAMILY("gather"),
    FAMILY("spmv"),
    FAMILY("filter")};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* A grid on so many threads. */
typedef struct Grid {
    const BenchKernel *kernel;
    int n, threads;
    Run *run;
    Memory *memory;
    Report *report;
    uint64_t stepped; /* blocks that ran step by step */
} Grid;

Run *bench_load(Cli *cli, const BenchKernel *kernel, int n)
{
    const char *path = asset_find(cli->arena, kernel->asset);
    if (!path) {
        cli_error("%s is not installed", kernel->asset);
        return NULL;
    }
    NamedText settings[BENCH_PAIRS];
    LoadOptions load = {.settings = settings, .defines = kernel->defines};
    while (load.setting_count < BENCH_PAIRS && kernel->sizes[load.setting_count]) {
        settings[load.setting_count] =
            (NamedText){kernel->sizes[load.setting_count], arena_printf(cli->arena, "%d", n)};
        ++load.setting_count;
    }
    while (load.define_count < BENCH_PAIRS && kernel->defines[load.define_count].name)
        ++load.define_count;
    bool is_family = load.define_count == 0;
    load.kernel = is_family ? kernel->name : NULL;
    return result_load(path, &load);
}

Run *bench_tiled(Cli *cli, int n)
{
    return bench_load(cli, &kernels[1], n);
}

static bool open_grid(Cli *cli, BenchCase *of)
{
    const char *reason;
    Grid *grid = of->own;
    grid->run = bench_load(cli, grid->kernel, grid->n);
    grid->memory = grid->run ? memory_new(&grid->run->launch, &reason) : NULL;
    if (grid->run)
        grid->report =
            arena_alloc(grid->run->arena, report_size(grid->run->program, &grid->run->launch));
    return grid->memory;
}

static void close_grid(BenchCase *of)
{
    Grid *grid = of->own;
    if (grid->memory)
        memory_free(grid->memory);
    if (grid->run)
        run_free(grid->run);
}

static bool run_grid(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    Grid *grid = of->own;
    GridOptions options = {.threads = grid->threads,
                           .is_stepwise = grid->kernel->is_stepwise,
                           .progress = progress_update,
                           .context = progress,
                           .stepped = &grid->stepped};
    memory_reset(grid->memory);
    double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
    if (grid_count(grid->run->program, &grid->run->launch, grid->memory, &options, grid->report) !=
        GRID_DONE)
        return false;
    double cpu_s = progress_cpu_s() - start_cpu_s;
    bench_note(&of->times, progress_clock_s() - start_s, cpu_s);
    return true;
}

static json_t *grid_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const Grid *grid = of->own;
    const BenchTimes *times = &of->times;
    bool is_product = strcmp(grid->kernel->sizes[0], "j") == 0;
    double mmadds = (double)grid->n * grid->n * grid->n * 1e-6;
    double wall_s = times->wall_s[0], cpu_s = times->cpu_s[0];
    return json_pack("{sssisisosfsfsfsfsfsisI}", "kernel", grid->kernel->name, "n", grid->n,
                     "threads", grid->threads, "mmadds_per_s",
                     is_product ? json_real(mmadds / wall_s) : json_null(), "seconds", wall_s,
                     "cpu_seconds", cpu_s, "median_seconds", times->wall_s[times->count / 2],
                     "median_cpu_seconds", times->cpu_s[times->count / 2], "lanes_per_cpu_s",
                     (double)grid->report->counters.lanes / cpu_s, "rounds", times->count,
                     "stepped_blocks", (json_int_t)grid->stepped);
}

static const BenchKind kind = {"emulator", "cpu_seconds", 5,        false,     false,
                               open_grid,  run_grid,      grid_row, close_grid};

static void add_grid(Cli *cli, BenchCases *cases, const BenchKernel *kernel, int n, int threads)
{
    Grid *grid = ARENA_NEW(cli->arena, Grid);
    *grid = (Grid){.kernel = kernel, .n = n, .threads = threads};
    bench_add(cli, cases, &kind, arena_printf(cli->arena, "%s:%d:%d", kernel->name, n, threads),
              grid);
}

void bench_list_grids(Cli *cli, BenchCases *cases)
{
    int cores = grid_core_count();
    for (int k = 0; k < KERNELS; ++k)
        for (int n = kernels[k].least; n <= kernels[k].most; n *= 2) {
            add_grid(cli, cases, &kernels[k], n, 1);
            if (cores > 1)
                add_grid(cli, cases, &kernels[k], n, cores);
        }
}
