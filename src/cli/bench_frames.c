/* How long a frame takes, painted on the CPU with all cores, as the window does it. */
#include "cli/bench.h"
#include "cli/progress.h"

#include "view/view.h"

#include <stdlib.h>

enum { FRAME_COUNT = 15, STEP_SIZE = 64, STEP_STRIDE = 97 };

typedef struct Easel {
    Canvas canvas;
    GlyphSource *glyphs;
    const TextMetrics *metrics;
    Session *session;
    int threads;
} Easel;

typedef void Painter(const Easel *easel, Arena *frame, int number);

static void paint_heavy(const Easel *easel, Arena *frame, int number)
{
    (void)number;
    const Scene *scene =
        canvas_bench_scene(frame, easel->canvas.width, easel->canvas.height, easel->metrics);
    canvas_paint(&easel->canvas, scene, easel->glyphs, easel->threads);
}

static void paint_step(const Easel *easel, Arena *frame, int number)
{
    Command seek = {.name = COMMAND_SEEK, .number = number * STEP_STRIDE};
    session_apply(easel->session, seek);
    const Scene *scene = view_build(easel->session, frame, easel->canvas.width,
                                    easel->canvas.height, easel->metrics);
    canvas_paint(&easel->canvas, scene, easel->glyphs, easel->threads);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds of a frame, median of a few after one that fills the caches. */
static double median_frame_ms(const Easel *easel, Painter *paint)
{
    double times_ms[FRAME_COUNT];
    Arena *frame = arena_new();
    paint(easel, frame, 0);
    for (int i = 0; i < FRAME_COUNT; ++i) {
        arena_reset(frame);
        double start_s = progress_clock_s();
        paint(easel, frame, i + 1);
        times_ms[i] = (progress_clock_s() - start_s) * 1e3;
    }
    arena_free(frame);
    qsort(times_ms, FRAME_COUNT, sizeof *times_ms, compare_doubles);
    return times_ms[FRAME_COUNT / 2];
}

static void add_frames(Cli *cli, Easel *easel, json_t *frames, int width, int height)
{
    static const struct {
        const char *name;
        Painter *paint;
    } painters[] = {{"heavy", paint_heavy}, {"step", paint_step}};
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    if (!pixels)
        return;
    easel->canvas = (Canvas){.pixels = pixels, .width = width, .height = height, .stride = width};
    for (size_t i = 0; i < sizeof painters / sizeof *painters; ++i) {
        double median_ms = median_frame_ms(easel, painters[i].paint);
        json_array_append_new(frames, json_pack("{sssssisf}", "scene", painters[i].name, "size",
                                                arena_printf(cli->arena, "%dx%d", width, height),
                                                "threads", easel->threads, "median", median_ms));
    }
    free(pixels);
}

json_t *bench_frames(Cli *cli)
{
    const char *note;
    json_t *frames = json_array();
    GlyphSource *fonts = cli->host->open_fonts(cli->host->context, NULL, cli->language, &note);
    Easel easel = {.glyphs = fonts ? fonts : glyph_builtin(cli->arena),
                   .session = session_new(),
                   .threads = grid_core_count()};
    easel.metrics = glyph_metrics(cli->arena, easel.glyphs);
    Run *run = bench_tiled(cli, STEP_SIZE);
    if (run) {
        session_open(easel.session, 0, run, true);
        session_finish_work(easel.session);
        add_frames(cli, &easel, frames, 1920, 1080);
        add_frames(cli, &easel, frames, 3840, 2160);
    }
    session_free(easel.session);
    return frames;
}
