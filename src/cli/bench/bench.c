/* tilestep bench: the emulator's own speed, everything counted. Figures move with the machine; the
 * kernels are those that are shipped. */
#include "cli/bench/bench.h"
#include "cli/report/json.h"
#include "cli/terminal/progress.h"

#include "base/assets.h"
#include "probe/time/timeline.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { BENCH_TILE = 16, SEEK_COUNT = 300, SEEK_SIZE = 64 };
#define BENCH_ROUNDS_S 0.2 /* small runs are repeated for this long; the fastest counts */

typedef struct BenchKernel {
    const char *name, *asset;
} BenchKernel;

static const BenchKernel kernels[] = {{"naive", "kernels/01_naive.cu"},
                                      {"tiled", "kernels/02_tiled.cu"}};

typedef struct Seconds {
    double wall, cpu; /* cpu: of all threads; on a busy machine the truer of the two */
} Seconds;

static Run *load_square(Cli *cli, const BenchKernel *kernel, int n)
{
    const char *path = asset_find(cli->arena, kernel->asset);
    if (!path) {
        cli_error("%s is not installed", kernel->asset);
        return NULL;
    }
    const char *size = arena_printf(cli->arena, "%d", n);
    NamedText settings[] = {{"j", size}, {"k", size}, {"l", size}};
    Define tile = {"TILE_WIDTH", arena_printf(cli->arena, "%d", BENCH_TILE)};
    LoadOptions load = {
        .settings = settings, .setting_count = 3, .defines = &tile, .define_count = 1};
    return result_load(path, &load);
}

Run *bench_tiled(Cli *cli, int n)
{
    return load_square(cli, &kernels[1], n);
}

static double cpu_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* One whole grid on so many threads; wall is negative if it was cancelled. */
static Seconds time_grid(const Run *run, Memory *memory, Report *report, int threads)
{
    Progress progress;
    progress_start(&progress);
    GridOptions options = {.threads = threads, .progress = progress_update, .context = &progress};
    memory_reset(memory);
    Seconds start = {progress_clock_s(), cpu_clock_s()};
    GridStatus status = grid_count(run->program, &run->launch, memory, &options, report);
    Seconds spent = {progress_clock_s() - start.wall, cpu_clock_s() - start.cpu};
    progress_end(&progress);
    if (status != GRID_DONE)
        spent.wall = -1;
    return spent;
}

static Seconds fastest_grid(const Run *run, int threads)
{
    Seconds fastest = {-1, 0};
    const char *reason;
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        return fastest;
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    fastest = time_grid(run, memory, report, threads);
    double all_s = fastest.wall;
    while (fastest.wall >= 0 && all_s < BENCH_ROUNDS_S) {
        Seconds again = time_grid(run, memory, report, threads);
        all_s += again.wall;
        fastest = again.wall < fastest.wall ? again : fastest;
    }
    memory_free(memory);
    return fastest;
}

/* One row of the emulator's table; false after Ctrl+C or without the kernels. */
static bool bench_grid(Cli *cli, json_t *rows, const BenchKernel *kernel, int n, int threads)
{
    Run *run = load_square(cli, kernel, n);
    if (!run)
        return false;
    Seconds seconds = fastest_grid(run, threads);
    run_free(run);
    double mmadds = (double)n * n * n * 1e-6;
    json_array_append_new(rows, json_pack("{sssisisfsfsf}", "kernel", kernel->name, "n", n,
                                          "threads", threads, "mmadds_per_s", mmadds / seconds.wall,
                                          "seconds", seconds.wall, "cpu_seconds", seconds.cpu));
    return seconds.wall >= 0;
}

static bool bench_emulator(Cli *cli, json_t *rows)
{
    int cores = grid_core_count();
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k)
        for (int n = 64; n <= 1024; n *= 2) {
            if (!bench_grid(cli, rows, &kernels[k], n, 1))
                return false;
            if (cores > 1 && !bench_grid(cli, rows, &kernels[k], n, cores))
                return false;
        }
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static json_t *seek_times(Timeline *timeline)
{
    while (!timeline_measure(timeline, 1u << 20))
        continue;
    double times_ms[SEEK_COUNT];
    uint64_t random = 1;
    for (int i = 0; i < SEEK_COUNT; ++i) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        double start_s = progress_clock_s();
        timeline_seek(timeline, (random >> 20) % (timeline_length(timeline) + 1));
        times_ms[i] = (progress_clock_s() - start_s) * 1e3;
    }
    qsort(times_ms, SEEK_COUNT, sizeof *times_ms, compare_doubles);
    return json_pack("{sfsfsf}", "median", times_ms[SEEK_COUNT / 2], "p99",
                     times_ms[SEEK_COUNT * 99 / 100], "max", times_ms[SEEK_COUNT - 1]);
}

/* Seeking to random steps of the whole 64 x 64 tiled grid; NULL if it cannot be had. */
static json_t *bench_seek(Cli *cli)
{
    Run *run = bench_tiled(cli, SEEK_SIZE);
    if (!run)
        return NULL;
    const char *reason;
    uint32_t blocks = (uint32_t)launch_block_count(&run->launch);
    Timeline *timeline = timeline_new(run->program, &run->launch, 0, blocks, &reason);
    json_t *times = timeline ? seek_times(timeline) : NULL;
    if (timeline)
        timeline_free(timeline);
    else
        cli_error("no timeline: %p", PHRASE_KEY(reason));
    run_free(run);
    return times;
}

static double peak_rss_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static void print_table(Cli *cli, const json_t *result)
{
    Table table = {.arena = cli->arena};
    table_row(&table, "emulator", "n", "threads", "million multiply-adds/s", "seconds",
              "CPU seconds");
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(result, "emulator"), i, row)
    {
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "threads")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "mmadds_per_s")),
                  arena_printf(cli->arena, "%.4f", number_of(row, "seconds")),
                  arena_printf(cli->arena, "%.4f", number_of(row, "cpu_seconds")));
    }
    table_print(stdout, &table);
    json_array_foreach(json_object_get(result, "frame_ms"), i, row)
    {
        table_row(&table, json_string_value(json_object_get(row, "scene")),
                  json_string_value(json_object_get(row, "size")),
                  arena_printf(cli->arena, "%.2f ms a frame", number_of(row, "median")),
                  arena_printf(cli->arena, "%.2f ms of CPU", number_of(row, "cpu_median")));
    }
    putchar('\n');
    table_print(stdout, &table);
    puts("heavy: 12,288 numbers, 5,000 rectangles, 200 arrows. Where only the arrows moved, the\n"
         "picture under them is copied from memory, not painted. The display's part is not in it.");
    const json_t *seek = json_object_get(result, "seek_ms");
    printf("\nseek in tiled 64 x 64: median %.2f ms, 99th percentile %.2f ms, longest %.2f ms\n",
           number_of(seek, "median"), number_of(seek, "p99"), number_of(seek, "max"));
    printf("peak memory: %.0f MiB\n", number_of(result, "peak_rss_mib"));
}

int command_bench(Cli *cli)
{
    json_t *rows = json_array();
    bool good = bench_emulator(cli, rows);
    json_t *seek = good ? bench_seek(cli) : NULL;
    if (!seek) {
        json_decref(rows);
        return progress_is_cancelled() ? EXIT_CANCELLED : EXIT_UNUSABLE;
    }
    json_t *frames = bench_frames(cli);
    json_t *result = json_pack("{sosososf}", "emulator", rows, "seek_ms", seek, "frame_ms", frames,
                               "peak_rss_mib", peak_rss_mib());
    if (cli->options->json) {
        output_json(result);
    } else {
        print_table(cli, result);
        json_decref(result);
    }
    return EXIT_CLEAN;
}
