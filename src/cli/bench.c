/* tilestep bench: the emulator's own speed, everything counted. Figures move with the machine; the
 * kernels are those that are shipped. */
#include "cli/json.h"
#include "cli/progress.h"

#include "base/assets.h"
#include "probe/timeline.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { BENCH_TILE = 16, SEEK_COUNT = 300, SEEK_SIZE = 64, FRAME_COUNT = 15 };
#define BENCH_ROUNDS_S 0.2 /* small runs are repeated for this long; the fastest counts */

typedef struct BenchKernel {
    const char *name, *asset;
} BenchKernel;

static const BenchKernel kernels[] = {{"naive", "kernels/01_naive.cu"},
                                      {"tiled", "kernels/02_tiled.cu"}};

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

/* Seconds of one whole grid on so many threads; negative if it was cancelled. */
static double time_grid(const Run *run, Memory *memory, Report *report, int threads)
{
    Progress progress;
    progress_start(&progress);
    GridOptions options = {.threads = threads, .progress = progress_update, .context = &progress};
    memory_reset(memory);
    double start_s = progress_clock_s();
    GridStatus status = grid_count(run->program, &run->launch, memory, &options, report);
    double seconds = progress_clock_s() - start_s;
    progress_end(&progress);
    return status == GRID_DONE ? seconds : -1;
}

static double fastest_grid(const Run *run, int threads)
{
    const char *reason;
    Memory *memory = memory_new(&run->launch, &reason);
    if (!memory)
        return -1;
    Report *report = arena_alloc(run->arena, report_size(run->program, &run->launch));
    double fastest_s = time_grid(run, memory, report, threads), spent_s = fastest_s;
    while (fastest_s >= 0 && spent_s < BENCH_ROUNDS_S) {
        double seconds = time_grid(run, memory, report, threads);
        spent_s += seconds;
        fastest_s = seconds < fastest_s ? seconds : fastest_s;
    }
    memory_free(memory);
    return fastest_s;
}

/* One row of the emulator's table; false after Ctrl+C or without the kernels. */
static bool bench_grid(Cli *cli, json_t *rows, const BenchKernel *kernel, int n, int threads)
{
    Run *run = load_square(cli, kernel, n);
    if (!run)
        return false;
    double seconds = fastest_grid(run, threads);
    run_free(run);
    double mmadds = (double)n * n * n * 1e-6;
    json_array_append_new(rows,
                          json_pack("{sssisisfsf}", "kernel", kernel->name, "n", n, "threads",
                                    threads, "mmadds_per_s", mmadds / seconds, "seconds", seconds));
    return seconds >= 0;
}

static bool bench_emulator(Cli *cli, json_t *rows)
{
    int cores = grid_core_count();
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k)
        for (int n = 64; n <= 512; n *= 2) {
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
    Run *run = load_square(cli, &kernels[1], SEEK_SIZE);
    if (!run)
        return NULL;
    const char *reason;
    uint32_t blocks = (uint32_t)launch_block_count(&run->launch);
    Timeline *timeline = timeline_new(run->program, &run->launch, 0, blocks, &reason);
    json_t *times = timeline ? seek_times(timeline) : NULL;
    if (timeline)
        timeline_free(timeline);
    else
        cli_error("no timeline: %s", reason);
    run_free(run);
    return times;
}

/* Milliseconds to paint the heaviest scene, median of a few frames; negative without memory. */
static double time_frames(Arena *arena, GlyphSource *glyphs, int width, int height)
{
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    if (!pixels)
        return -1;
    Canvas canvas = {.pixels = pixels, .width = width, .height = height, .stride = width};
    const Scene *scene = canvas_bench_scene(arena, width, height, glyph_metrics(arena, glyphs));
    double times_ms[FRAME_COUNT];
    for (int i = 0; i < FRAME_COUNT; ++i) {
        double start_s = progress_clock_s();
        canvas_paint(&canvas, scene, glyphs, grid_core_count());
        times_ms[i] = (progress_clock_s() - start_s) * 1e3;
    }
    free(pixels);
    qsort(times_ms, FRAME_COUNT, sizeof *times_ms, compare_doubles);
    return times_ms[FRAME_COUNT / 2];
}

static json_t *bench_frames(Cli *cli)
{
    static const struct {
        const char *name;
        int width, height;
    } sizes[] = {{"1920x1080", 1920, 1080}, {"3840x2160", 3840, 2160}};
    const char *note;
    GlyphSource *fonts = cli->host->open_fonts(cli->host->context, NULL, &note);
    GlyphSource *builtin = glyph_builtin(cli->arena);
    json_t *frames = json_array();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        double median_ms =
            time_frames(cli->arena, fonts ? fonts : builtin, sizes[i].width, sizes[i].height);
        json_array_append_new(frames,
                              json_pack("{sssssisf}", "scene", "heavy", "size", sizes[i].name,
                                        "threads", grid_core_count(), "median", median_ms));
    }
    return frames;
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
    table_row(&table, "emulator", "n", "threads", "million multiply-adds/s", "seconds");
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(result, "emulator"), i, row)
    {
        table_row(&table, json_string_value(json_object_get(row, "kernel")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "n")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "threads")),
                  arena_printf(cli->arena, "%.0f", number_of(row, "mmadds_per_s")),
                  arena_printf(cli->arena, "%.4f", number_of(row, "seconds")));
    }
    table_print(stdout, &table);
    json_array_foreach(json_object_get(result, "frame_ms"), i, row)
    {
        table_row(&table, json_string_value(json_object_get(row, "scene")),
                  json_string_value(json_object_get(row, "size")),
                  arena_printf(cli->arena, "%.2f ms a frame", number_of(row, "median")));
    }
    putchar('\n');
    table_print(stdout, &table);
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
