/* Whole grids, timed. Every round runs each case once, so that whatever slows the machine down for
 * a while falls on all of them alike. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include "base/assets.h"

#include <string.h>

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 256 };
#define CASE_S 0.2 /* a case has had its rounds when they took so long together */

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
typedef struct Case {
    const BenchKernel *kernel;
    int n, threads;
    const char *name; /* "naive:256:1" */
    Run *run;
    Memory *memory;
    Report *report;
    uint64_t stepped;                               /* blocks that ran step by step */
    double wall_s[ROUNDS_MOST], cpu_s[ROUNDS_MOST]; /* cpu: of all threads */
    double all_s;
    int rounds;
} Case;

typedef struct Cases {
    Case *list;
    int count, capacity;
} Cases;

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

/* ---- which cases ---- */

bool bench_is_wanted(const char *name, const char *only)
{
    size_t length = strlen(only);
    return strncmp(name, only, length) == 0 && (!name[length] || name[length] == ':');
}

static void add_case(Cli *cli, Cases *cases, const BenchKernel *kernel, int n, int threads)
{
    const char *name = arena_printf(cli->arena, "%s:%d:%d", kernel->name, n, threads);
    const char *only = cli->options->only;
    if (!only || bench_is_wanted(name, only))
        *ARENA_PUSH(cli->arena, cases->list, cases->count, cases->capacity) =
            (Case){.kernel = kernel, .n = n, .threads = threads, .name = name};
}

static void list_cases(Cli *cli, Cases *cases)
{
    int cores = grid_core_count();
    for (int k = 0; k < KERNELS; ++k)
        for (int n = kernels[k].least; n <= kernels[k].most; n *= 2) {
            add_case(cli, cases, &kernels[k], n, 1);
            if (cores > 1)
                add_case(cli, cases, &kernels[k], n, cores);
        }
}

const char *const *bench_names(Cli *cli, int *count)
{
    Cases cases = {0};
    list_cases(cli, &cases);
    const char **names = ARENA_ARRAY(cli->arena, const char *, cases.count + 1);
    for (int i = 0; i < cases.count; ++i)
        names[i] = cases.list[i].name;
    *count = cases.count;
    return names;
}

static bool load_case(Cli *cli, Case *of)
{
    const char *reason;
    of->run = bench_load(cli, of->kernel, of->n);
    of->memory = of->run ? memory_new(&of->run->launch, &reason) : NULL;
    if (of->run)
        of->report = arena_alloc(of->run->arena, report_size(of->run->program, &of->run->launch));
    return of->memory;
}

static bool load_cases(Cli *cli, Cases *cases)
{
    for (int i = 0; i < cases->count; ++i)
        if (!load_case(cli, &cases->list[i]))
            return false;
    return true;
}

static void free_cases(const Cases *cases)
{
    for (int i = 0; i < cases->count; ++i) {
        if (cases->list[i].memory)
            memory_free(cases->list[i].memory);
        if (cases->list[i].run)
            run_free(cases->list[i].run);
    }
}

/* ---- rounds ---- */

/* Runs the grid once; false after Ctrl+C. */
static bool run_case(Case *of, Progress *progress)
{
    GridOptions options = {.threads = of->threads,
                           .is_stepwise = of->kernel->is_stepwise,
                           .progress = progress_update,
                           .context = progress,
                           .stepped = &of->stepped};
    memory_reset(of->memory);
    double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
    if (grid_count(of->run->program, &of->run->launch, of->memory, &options, of->report) !=
        GRID_DONE)
        return false;
    of->cpu_s[of->rounds] = progress_cpu_s() - start_cpu_s;
    of->wall_s[of->rounds] = progress_clock_s() - start_s;
    of->all_s += of->wall_s[of->rounds++];
    return true;
}

static bool has_had_its_rounds(const Case *of)
{
    return of->rounds == ROUNDS_MOST || (of->rounds >= ROUNDS_LEAST && of->all_s >= CASE_S);
}

static bool run_rounds(Cases *cases, Progress *progress)
{
    for (int left = cases->count; left > 0;) {
        left = 0;
        for (int i = 0; i < cases->count; ++i) {
            if (has_had_its_rounds(&cases->list[i]))
                continue;
            if (!run_case(&cases->list[i], progress))
                return false;
            ++left;
        }
    }
    return true;
}

static json_t *row_of(Case *of)
{
    bool is_product = strcmp(of->kernel->sizes[0], "j") == 0;
    double mmadds = (double)of->n * of->n * of->n * 1e-6;
    bench_sort(of->wall_s, of->rounds);
    bench_sort(of->cpu_s, of->rounds);
    double wall_s = of->wall_s[0], cpu_s = of->cpu_s[0];
    return json_pack(
        "{sssisisosfsfsfsfsfsisI}", "kernel", of->kernel->name, "n", of->n, "threads", of->threads,
        "mmadds_per_s", is_product ? json_real(mmadds / wall_s) : json_null(), "seconds", wall_s,
        "cpu_seconds", cpu_s, "median_seconds", of->wall_s[of->rounds / 2], "median_cpu_seconds",
        of->cpu_s[of->rounds / 2], "lanes_per_cpu_s", (double)of->report->counters.lanes / cpu_s,
        "rounds", of->rounds, "stepped_blocks", (json_int_t)of->stepped);
}

json_t *bench_grids(Cli *cli)
{
    Cases cases = {0};
    Progress progress;
    progress_start(&progress);
    list_cases(cli, &cases);
    bool good = load_cases(cli, &cases) && run_rounds(&cases, &progress);
    progress_end(&progress);
    json_t *rows = good ? json_array() : NULL;
    for (int i = 0; i < cases.count && good; ++i)
        json_array_append_new(rows, row_of(&cases.list[i]));
    free_cases(&cases);
    return rows;
}
