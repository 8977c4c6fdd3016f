/* How long a frame takes on the CPU with all cores: painted wholly, and painted as the window does
 * it, where only what differs from the frame before is painted, over a copy of what stands
 * still. */
#include "cli/bench/bench.h"
#include "cli/terminal/progress.h"

#include "scene/paint/repaint.h"
#include "view/view.h"

#include <stdlib.h>

enum { FRAME_COUNT = 15, STEP_SIZE = 64, STEP_STRIDE = 97, FRAME_TICK_MS = 16 };

typedef struct Easel {
    Canvas canvas;
    GlyphSource *glyphs;
    const TextMetrics *metrics;
    Session *session;
    Repaint *repaint;
    int threads;
} Easel;

/* Makes the scene of a frame. */
typedef const Scene *Painter(const Easel *easel, Arena *frame, int number);

static const Scene *heavy(const Easel *easel, Arena *frame, int number)
{
    return canvas_bench_scene(frame, easel->canvas.width, easel->canvas.height, easel->metrics,
                              (uint32_t)number);
}

static const Scene *view(const Easel *easel, Arena *frame)
{
    return view_build(easel->session, frame, easel->canvas.width, easel->canvas.height,
                      easel->metrics);
}

static const Scene *step(const Easel *easel, Arena *frame, int number)
{
    Command seek = {.name = COMMAND_SEEK, .number = number * STEP_STRIDE};
    session_apply(easel->session, seek);
    return view(easel, frame);
}

static const Scene *play(const Easel *easel, Arena *frame, int number)
{
    if (number == 0) {
        session_apply(easel->session, (Command){.name = COMMAND_SEEK, .number = STEP_STRIDE});
        session_apply(easel->session, (Command){.name = COMMAND_PLAY});
    }
    session_tick(easel->session, FRAME_TICK_MS);
    return view(easel, frame);
}

typedef struct FrameCase {
    const char *name;
    Painter *scene;
    bool is_whole; /* all of it is painted */
} FrameCase;

static const FrameCase cases[] = {{"heavy, all painted", heavy, true},
                                  {"heavy, arrows moved", heavy, false},
                                  {"step, all painted", step, true},
                                  {"step", step, false},
                                  {"play", play, false}};

static void show(const Easel *easel, const FrameCase *what, Arena *frame, int number)
{
    int count;
    if (what->is_whole || number == 0)
        repaint_forget(easel->repaint);
    repaint_scene(easel->repaint, &easel->canvas, what->scene(easel, frame, number), easel->glyphs,
                  easel->threads, &count);
}

/* Milliseconds of a frame, median and best of a few after one that fills the caches; cpu is that of
 * all threads together. */
static json_t *time_frames(Cli *cli, const Easel *easel, const FrameCase *what)
{
    double wall_ms[FRAME_COUNT], cpu_ms[FRAME_COUNT];
    Arena *frame = arena_new();
    show(easel, what, frame, 0);
    for (int i = 0; i < FRAME_COUNT; ++i) {
        arena_reset(frame);
        double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
        show(easel, what, frame, i + 1);
        wall_ms[i] = (progress_clock_s() - start_s) * 1e3;
        cpu_ms[i] = (progress_cpu_s() - start_cpu_s) * 1e3;
    }
    arena_free(frame);
    const char *size = arena_printf(cli->arena, "%dx%d", easel->canvas.width, easel->canvas.height);
    bench_sort(wall_ms, FRAME_COUNT);
    bench_sort(cpu_ms, FRAME_COUNT);
    return json_pack("{sssssisfsfsfsf}", "scene", what->name, "size", size, "threads",
                     easel->threads, "median", wall_ms[FRAME_COUNT / 2], "best", wall_ms[0],
                     "cpu_median", cpu_ms[FRAME_COUNT / 2], "cpu_best", cpu_ms[0]);
}

static void add_frames(Cli *cli, Easel *easel, json_t *frames, int width, int height)
{
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    if (!pixels)
        return;
    easel->canvas = (Canvas){.pixels = pixels, .width = width, .height = height, .stride = width};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        json_array_append_new(frames, time_frames(cli, easel, &cases[i]));
    free(pixels);
}

json_t *bench_frames(Cli *cli)
{
    const char *note;
    json_t *frames = json_array();
    GlyphSource *fonts = cli->host->open_fonts(cli->host->context, NULL, cli->language, &note);
    Easel easel = {.glyphs = fonts ? fonts : glyph_builtin(cli->arena),
                   .session = session_new(),
                   .repaint = repaint_new(),
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
    repaint_free(easel.repaint);
    return frames;
}
