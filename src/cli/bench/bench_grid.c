/* Whole grids, timed. */
#include "cli/bench/bench.h"

#include "base/assets.h"

#include <string.h>

enum { PAIRS = 4 };

/* A kernel to be timed: a file that is shipped, and what it is opened with. */
typedef struct Kernel {
    const char *name, *asset;
    int least, most;          /* n, doubled from one case to the other */
    const char *sizes[PAIRS]; /* host variables that are set to n, or "name=value" */
    Define defines[PAIRS];
    bool is_stepwise; /* all blocks by the machine, not whole: what a timeline costs */
    int beside;       /* one n more, which tiles and warps do not divide; 0: none */
} Kernel;

/* clang-format off */
#define FILE_OF(name)  "kernels/" name ".cu"
#define PRODUCT        {"j", "k", "l"}
#define TILE(width)    {{"TILE_WIDTH", width}}
#define BLOCK(threads) {{"BLOCK_SIZE", threads}}
#define LONG           262144, 262144, {"n"}, BLOCK("256")
/* A shipped kernel under the name of its file, a product in tiles, and one of the families. */
#define SHIPPED(name)       name, FILE_OF(name)
#define SHIPPED_TILES(name) {SHIPPED(name), 256, 256, PRODUCT, TILE("16")}
#define FAMILY(kernel)      {kernel, "assets/bench/families.cu", 512, 512, {"side"}, {{0}}}
static const Kernel kernels[] = {
    {"naive", FILE_OF("01_naive"), 64, 1024, PRODUCT, TILE("16"), .beside = 250},
    {"tiled", FILE_OF("02_tiled"), 64, 1024, PRODUCT, TILE("16"), .beside = 250},
    {"register_tiles", FILE_OF("27_register_tiles"), 256, 256, PRODUCT,
     {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}}},
    {"transpose", FILE_OF("14_transpose"), 512, 512, {"rows", "cols"}, TILE("16")},
    {"transpose_tiled", FILE_OF("15_transpose_tiled"), 512, 512, {"rows", "cols"}, TILE("16")},
    {"stencil", FILE_OF("16_stencil"), LONG},
    {"reduction", FILE_OF("17_reduction"), LONG},
    {"naive_steps", FILE_OF("01_naive"), 64, 64, PRODUCT, TILE("16"), true},
    {"tiled_steps", FILE_OF("02_tiled"), 64, 64, PRODUCT, TILE("16"), true},
    {"histogram_steps", FILE_OF("12_histogram"), 65536, 65536, {"n"}, BLOCK("256"), true},
    {"stencil_steps", FILE_OF("16_stencil"), 65536, 65536, {"n"}, BLOCK("256"), true},
    FAMILY("histogram"),
    FAMILY("sum_shuffles"),
    FAMILY("sum_warp_syncs"),
    FAMILY("scan"),
    FAMILY("softmax"),
    FAMILY("layer_norm"),
    FAMILY("bitonic"),
    FAMILY("convolution"),
    FAMILY("gray"),
    FAMILY("compact"),
    FAMILY("gather"),
    FAMILY("spmv"),
    FAMILY("filter"),
    FAMILY("repeated"),
    {SHIPPED("03_tiled_dynamic"), 256, 256, {"j", "k", "l", "tile=16"}, {{0}}},
    SHIPPED_TILES("04_naive_swapped"),
    {SHIPPED("05_strides"), LONG},
    {SHIPPED("06_audit"), 1024, 1024, {"blocks"}, BLOCK("256")},
    SHIPPED_TILES("07_column_major"),
    SHIPPED_TILES("08_corner_turning"),
    {SHIPPED("09_banks"), 1, 1, {"stride"}, {{0}}}, /* one warp: its fixed costs and no more */
    SHIPPED_TILES("10_corner_turning_padded"),
    SHIPPED_TILES("11_coarsened"),
    {SHIPPED("12_histogram"), LONG},
    {SHIPPED("13_histogram_private"), LONG},
    SHIPPED_TILES("18_strip_mined"),
    SHIPPED_TILES("19_naive_column_major"),
    {SHIPPED("20_pitch"), 512, 512, {"rows", "cols", "pitch=513"}, BLOCK("256")},
    {SHIPPED("21_constant"), LONG},
    {SHIPPED("22_reduction_interleaved"), LONG},
    {SHIPPED("23_divergence"), LONG},
    SHIPPED_TILES("24_barrier_in_if"),
    SHIPPED_TILES("25_phases_floor"),
    SHIPPED_TILES("26_double_buffered"),
    {SHIPPED("28_vector_loads"), 256, 256, PRODUCT,
     {{"TILE_WIDTH", "64"}, {"TILE_DEPTH", "8"}, {"OWN", "4"}}},
    {SHIPPED("29_transpose_swizzled"), 512, 512, {"rows", "cols"}, TILE("16")},
    {SHIPPED("30_pipelined"), 64, 64, PRODUCT, {{"TILE_WIDTH", "16"}, {"STAGES", "3"}}},
    {SHIPPED("31_wmma"), 256, 256, PRODUCT, {{0}}},
    {SHIPPED("32_mma_swizzled"), 256, 256, PRODUCT, {{0}}},
    {SHIPPED("33_warp_tiles"), 256, 256, PRODUCT,
     {{"TILE_DEPTH", "8"}, {"OWN_ROWS", "8"}, {"OWN_COLS", "8"}}},
};
/* clang-format on */
enum { TILED = 1, KERNELS = sizeof kernels / sizeof *kernels };

struct BenchGrid {
    const Kernel *kernel;
    int n, threads;
    Run *run;
    Memory *memory;
    Report *report;
    uint64_t stepped; /* blocks that ran step by step */
};

/* Opens it for the size n; NULL with a message. The caller frees it with run_free. */
static Run *load_kernel(Cli *cli, const Kernel *kernel, int n)
{
    const char *path = asset_find(cli->arena, kernel->asset);
    if (!path) {
        cli_error("%s is not installed", kernel->asset);
        return NULL;
    }
    NamedText settings[PAIRS];
    LoadOptions load = {.settings = settings, .defines = kernel->defines};
    while (load.setting_count < PAIRS && kernel->sizes[load.setting_count]) {
        const char *size = kernel->sizes[load.setting_count], *given = strchr(size, '=');
        settings[load.setting_count++] =
            given ? (NamedText){arena_text(cli->arena, size, (size_t)(given - size)), given + 1}
                  : (NamedText){size, arena_printf(cli->arena, "%d", n)};
    }
    while (load.define_count < PAIRS && kernel->defines[load.define_count].name)
        ++load.define_count;
    bool is_family = strcmp(kernel->asset, "assets/bench/families.cu") == 0;
    load.kernel = is_family ? kernel->name : NULL;
    return result_load(path, &load);
}

Run *bench_tiled(Cli *cli, int n)
{
    return load_kernel(cli, &kernels[TILED], n);
}

static BenchGrid *new_grid(Cli *cli, const Kernel *kernel, int n, int threads)
{
    BenchGrid *grid = ARENA_NEW(cli->arena, BenchGrid);
    *grid = (BenchGrid){.kernel = kernel, .n = n, .threads = threads};
    return grid;
}

BenchGrid *bench_grid_new(Cli *cli, const char *kernel, int n, int threads)
{
    const Kernel *named = kernels;
    while (strcmp(named->name, kernel) != 0)
        ++named;
    return new_grid(cli, named, n, threads);
}

bool bench_grid_open(Cli *cli, BenchGrid *grid)
{
    const char *reason;
    grid->run = load_kernel(cli, grid->kernel, grid->n);
    grid->memory = grid->run ? memory_new(&grid->run->launch, &reason) : NULL;
    if (grid->run)
        grid->report =
            arena_alloc(grid->run->arena, report_size(grid->run->program, &grid->run->launch));
    return grid->memory;
}

void bench_grid_close(BenchGrid *grid)
{
    if (grid->memory)
        memory_free(grid->memory);
    if (grid->run)
        run_free(grid->run);
}

bool bench_grid_count(BenchGrid *grid, Progress *progress, double *wall_s, double *cpu_s)
{
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
    *cpu_s = progress_cpu_s() - start_cpu_s;
    *wall_s = progress_clock_s() - start_s;
    return true;
}

static bool open_grid(Cli *cli, BenchCase *of)
{
    return bench_grid_open(cli, of->own);
}

static void close_grid(BenchCase *of)
{
    bench_grid_close(of->own);
}

static bool run_grid(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    double wall_s, cpu_s;
    if (!bench_grid_count(of->own, progress, &wall_s, &cpu_s))
        return false;
    bench_note(&of->times, wall_s, cpu_s);
    return true;
}

static json_t *grid_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const BenchGrid *grid = of->own;
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

static const BenchKind kind = {"emulator", false, open_grid, run_grid, grid_row, close_grid};

static void add_grid(Cli *cli, BenchCases *cases, const Kernel *kernel, int n, int threads)
{
    bench_add(cli, cases, &kind, arena_printf(cli->arena, "%s:%d:%d", kernel->name, n, threads),
              new_grid(cli, kernel, n, threads));
}

/* On one thread, and on all cores. */
static void add_grids(Cli *cli, BenchCases *cases, const Kernel *kernel, int n)
{
    int cores = grid_core_count();
    add_grid(cli, cases, kernel, n, 1);
    if (cores > 1)
        add_grid(cli, cases, kernel, n, cores);
}

void bench_list_grids(Cli *cli, BenchCases *cases)
{
    for (const Kernel *kernel = kernels; kernel < kernels + KERNELS; ++kernel)
        for (int n = kernel->least; n <= kernel->most; n *= 2) {
            add_grids(cli, cases, kernel, n);
            if (n < kernel->beside && kernel->beside < 2 * n)
                add_grids(cli, cases, kernel, kernel->beside);
        }
}
