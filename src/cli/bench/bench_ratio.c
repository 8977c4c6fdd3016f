/* Products that are held to a speed: a share of tiled's, or so many multiply-adds. Both are counted
 * one after the other in each turn, by CPU time, so that a machine that slows down slows both. */
#include "cli/bench/bench.h"

enum { SIDE = 256 };

/* What is asked of a product; of the two the other is 0. */
typedef struct Demand {
    const char *kernel;
    double least_ratio;  /* of tiled's multiply-adds in a CPU second */
    double least_mmadds; /* millions in a CPU second */
} Demand;

static const Demand demands[] = {{"11_coarsened", 0.5, 0},   {"18_strip_mined", 0.5, 0},
                                 {"register_tiles", 0.5, 0}, {"28_vector_loads", 0.5, 0},
                                 {"31_wmma", 0, 500},        {"32_mma_swizzled", 0, 500}};

/* A case. */
typedef struct Pair {
    const Demand *demand;
    BenchGrid *own, *tiled;
    double tiled_cpu_s; /* the least of all turns */
} Pair;

static bool open_pair(Cli *cli, BenchCase *of)
{
    Pair *pair = of->own;
    return bench_grid_open(cli, pair->own) && bench_grid_open(cli, pair->tiled);
}

static void close_pair(BenchCase *of)
{
    Pair *pair = of->own;
    bench_grid_close(pair->own);
    bench_grid_close(pair->tiled);
}

static bool run_pair(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    Pair *pair = of->own;
    double wall_s, cpu_s, tiled_wall_s, tiled_cpu_s;
    if (!bench_grid_count(pair->tiled, progress, &tiled_wall_s, &tiled_cpu_s) ||
        !bench_grid_count(pair->own, progress, &wall_s, &cpu_s))
        return false;
    if (of->times.count == 0 || tiled_cpu_s < pair->tiled_cpu_s)
        pair->tiled_cpu_s = tiled_cpu_s;
    bench_note(&of->times, wall_s, cpu_s);
    return true;
}

static json_t *bound(double least)
{
    return least > 0 ? json_real(least) : json_null();
}

static json_t *pair_row(Cli *cli, BenchCase *of)
{
    (void)cli;
    const Pair *pair = of->own;
    double mmadds = (double)SIDE * SIDE * SIDE * 1e-6, cpu_s = of->times.cpu_s[0];
    return json_pack("{sssisfsosfsfsosi}", "kernel", pair->demand->kernel, "n", SIDE,
                     "mmadds_per_cpu_s", mmadds / cpu_s, "least_mmadds_per_cpu_s",
                     bound(pair->demand->least_mmadds), "tiled_mmadds_per_cpu_s",
                     mmadds / pair->tiled_cpu_s, "ratio", pair->tiled_cpu_s / cpu_s, "least_ratio",
                     bound(pair->demand->least_ratio), "rounds", of->times.count);
}

static const BenchKind kind = {"ratios", false, open_pair, run_pair, pair_row, close_pair};

void bench_list_ratios(Cli *cli, BenchCases *cases)
{
    for (size_t i = 0; i < sizeof demands / sizeof *demands; ++i) {
        Pair *pair = ARENA_NEW(cli->arena, Pair);
        *pair = (Pair){.demand = &demands[i],
                       .own = bench_grid_new(cli, demands[i].kernel, SIDE, 1),
                       .tiled = bench_grid_new(cli, "tiled", SIDE, 1)};
        bench_add(cli, cases, &kind, arena_printf(cli->arena, "ratio:%s", demands[i].kernel), pair);
    }
}
