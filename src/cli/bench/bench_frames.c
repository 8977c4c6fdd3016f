/* How long a frame takes: painted wholly, and painted as the window does it, where only what
 * differs from the frame before is painted, over a copy of what stands still. All cases share one
 * session, one canvas and what is known of it, so a turn begins with frames that count for
 * nothing. */
#include "cli/bench/bench.h"
#include "session/session.h"

#include "scene/paint/repaint.h"
#include "view/view.h"

#include <stdlib.h>

enum {
    STEP_SIZE = 64,
    STEP_STRIDE = 97,
    FRAME_TICK_MS = 16,
    FRAMES_FIRST = 3, /* of a turn: all of it, and what stands still becomes known */
    FRAMES = 8,       /* that count */
    MOST_WIDTH = 3840,
    MOST_HEIGHT = 2160,
    LINE_BYTES = 64 /* displays begin their memory at a page */
};

typedef struct Easel {
    int users; /* cases that are open */
    uint32_t *pixels;
    GlyphSource *glyphs;
    const TextMetrics *metrics;
    Session *session;
    Repaint *repaint;
    Arena *frame;
} Easel;

typedef struct Sitting Sitting;

/* Makes the scene of a frame. */
typedef const Scene *Painter(const Sitting *sitting, int number);

typedef struct Picture {
    const char *name, *scene; /* in names of cases and in the JSON */
    Painter *paint;
    bool is_whole;   /* all of it is painted */
    bool is_lecture; /* in lecture mode */
} Picture;

/* A case. */
struct Sitting {
    Easel *easel;
    const Picture *picture;
    int width, height, threads, next;
};

static const Scene *heavy(const Sitting *sitting, int number)
{
    return canvas_bench_scene(sitting->easel->frame, sitting->width, sitting->height,
                              sitting->easel->metrics, (uint32_t)number);
}

static const Scene *view(const Sitting *sitting)
{
    Session *session = sitting->easel->session;
    if (session->look.lecture != sitting->picture->is_lecture)
        session_apply(session, (Command){.name = COMMAND_LECTURE});
    return view_build(session, sitting->easel->frame, sitting->width, sitting->height,
                      sitting->easel->metrics);
}

static const Scene *step(const Sitting *sitting, int number)
{
    Command seek = {.name = COMMAND_SEEK, .number = number % 100 * STEP_STRIDE};
    session_apply(sitting->easel->session, seek);
    return view(sitting);
}

static const Scene *play(const Sitting *sitting, int number)
{
    Session *session = sitting->easel->session;
    if (number % (FRAMES_FIRST + FRAMES) == 0) {
        session_apply(session, (Command){.name = COMMAND_SEEK, .number = STEP_STRIDE});
        session_apply(session, (Command){.name = COMMAND_PLAY});
    }
    session_tick(session, FRAME_TICK_MS);
    return view(sitting);
}

static const Picture pictures[] = {{"heavy_whole", "heavy, all painted", heavy, true},
                                   {"heavy", "heavy, arrows moved", heavy, false},
                                   {"step_whole", "step, all painted", step, true},
                                   {"step", "step", step, false},
                                   {"play", "play", play, false},
                                   {"lecture", "play, lecture mode", play, false, true}};

static bool open_easel(Cli *cli, Easel *easel)
{
    const char *note;
    Run *run = bench_tiled(cli, STEP_SIZE);
    if (!run)
        return false;
    GlyphSource *fonts = cli->host->open_fonts(cli->host->context, NULL, cli->language, &note);
    easel->glyphs = fonts ? fonts : glyph_builtin(cli->arena);
    easel->metrics = glyph_metrics(cli->arena, easel->glyphs);
    easel->frame = arena_new();
    easel->repaint = repaint_new();
    easel->session = session_new();
    session_open(easel->session, 0, run, true);
    session_finish_work(easel->session);
    easel->pixels =
        aligned_alloc(LINE_BYTES, sizeof *easel->pixels * (size_t)MOST_WIDTH * MOST_HEIGHT);
    if (!easel->pixels)
        cli_error("no memory for a picture of %d x %d", MOST_WIDTH, MOST_HEIGHT);
    return easel->pixels;
}

static bool open_frames(Cli *cli, BenchCase *of)
{
    Easel *easel = ((Sitting *)of->own)->easel;
    return easel->users++ > 0 || open_easel(cli, easel);
}

static void close_frames(BenchCase *of)
{
    Easel *easel = ((Sitting *)of->own)->easel;
    if (--easel->users > 0 || !easel->session)
        return;
    free(easel->pixels);
    session_free(easel->session);
    repaint_free(easel->repaint);
    arena_free(easel->frame);
}

static void show(Sitting *sitting)
{
    int count;
    const Easel *easel = sitting->easel;
    Canvas canvas = {easel->pixels, sitting->width, sitting->height, sitting->width};
    arena_reset(easel->frame);
    if (sitting->picture->is_whole)
        repaint_forget(easel->repaint);
    repaint_scene(easel->repaint, &canvas, sitting->picture->paint(sitting, sitting->next++),
                  easel->glyphs, sitting->threads, &count);
}

static bool run_frames(Cli *cli, BenchCase *of, Progress *progress)
{
    (void)cli;
    (void)progress;
    Sitting *sitting = of->own;
    repaint_forget(sitting->easel->repaint);
    for (int i = 0; i < FRAMES_FIRST; ++i)
        show(sitting);
    for (int i = 0; i < FRAMES; ++i) {
        double start_s = progress_clock_s(), start_cpu_s = progress_cpu_s();
        show(sitting);
        double cpu_s = progress_cpu_s() - start_cpu_s;
        bench_note(&of->times, progress_clock_s() - start_s, cpu_s);
    }
    return !progress_is_cancelled();
}

static json_t *frames_row(Cli *cli, BenchCase *of)
{
    const Sitting *sitting = of->own;
    const BenchTimes *times = &of->times;
    int middle = times->count / 2;
    return json_pack("{sssssisfsfsfsfsi}", "scene", sitting->picture->scene, "size",
                     arena_printf(cli->arena, "%dx%d", sitting->width, sitting->height), "threads",
                     sitting->threads, "median", times->wall_s[middle] * 1e3, "best",
                     times->wall_s[0] * 1e3, "cpu_median", times->cpu_s[middle] * 1e3, "cpu_best",
                     times->cpu_s[0] * 1e3, "rounds", times->count);
}

static const BenchKind kind = {"frame_ms", false,      open_frames,
                               run_frames, frames_row, close_frames};

static void add_frames(Cli *cli, BenchCases *cases, Sitting like)
{
    Sitting *sitting = arena_copy(cli->arena, &like, sizeof like);
    bench_add(cli, cases, &kind,
              arena_printf(cli->arena, "frame:%s:%dx%d:%d", like.picture->name, like.width,
                           like.height, like.threads),
              sitting);
}

void bench_list_frames(Cli *cli, BenchCases *cases)
{
    int cores = grid_core_count();
    Easel *easel = ARENA_NEW(cli->arena, Easel);
    for (int divisor = 2; divisor >= 1; --divisor)
        for (size_t i = 0; i < sizeof pictures / sizeof *pictures; ++i) {
            Sitting like = {easel, &pictures[i], MOST_WIDTH / divisor, MOST_HEIGHT / divisor, 1, 0};
            add_frames(cli, cases, like);
            like.threads = cores;
            if (cores > 1)
                add_frames(cli, cases, like);
        }
}
