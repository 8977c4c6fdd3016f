/* tilestep render: the window's picture of one moment, without a window. */
#include "cli/gpu_run.h"
#include "cli/pair.h"
#include "cli/result.h"

#include "base/file.h"
#include "view/theme.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

typedef struct Picture {
    const Scene *scene;
    GlyphSource *glyphs;
} Picture;

typedef struct Frames {
    bool is_given;
    uint64_t first, last;
} Frames;

enum { FRAMES_MOST = 10000, FRAMES_LAST = 1 << 30 };

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static int write_svg(Cli *cli, const Picture *picture, const char *path)
{
    size_t length;
    const char *reason;
    char *svg = scene_svg(cli->arena, picture->scene, &length);
    if (file_write(cli->arena, path, svg, length, &reason))
        return EXIT_CLEAN;
    return cli_error("cannot write '%s': %s", path, reason);
}

static int write_png(Cli *cli, const Picture *picture, const char *path)
{
    int width = picture->scene->width, height = picture->scene->height;
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    if (!pixels)
        return cli_error("no memory for a picture of %d x %d", width, height);
    Canvas canvas = {.pixels = pixels, .width = width, .height = height, .stride = width};
    canvas_paint(&canvas, picture->scene, picture->glyphs, grid_core_count());
    const char *reason;
    bool good = canvas_write_png(cli->arena, &canvas, path, &reason);
    free(pixels);
    return good ? EXIT_CLEAN : cli_error("cannot write '%s': %s", path, reason);
}

static GlyphSource *open_fonts(Cli *cli)
{
    const char *note = NULL;
    GlyphSource *glyphs = cli->host->open_fonts(cli->host->context, cli->options->font_dir, &note);
    if (note)
        fprintf(stderr, "tilestep: %s\n", note);
    return glyphs ? glyphs : glyph_builtin(cli->arena);
}

/* What the GPU panel shows; texts live as long as the job. */
static GpuView gpu_view(const GpuRun *gpu)
{
    const GpuOutcome *outcome = gpu->outcome;
    return (GpuView){.state = outcome->problem == GPU_OK ? GPU_VIEW_DONE : GPU_VIEW_FAILED,
                     .launch = &gpu->result->run->launch,
                     .reason = outcome->reason,
                     .device = outcome->device.name,
                     .major = outcome->device.major,
                     .minor = outcome->device.minor,
                     .registers = outcome->registers,
                     .compile_ms = outcome->compile_ms,
                     .kernel_ms = outcome->kernel_ms,
                     .is_from_cache = outcome->is_from_cache,
                     .is_compared = outcome->arena != NULL,
                     .scalars = gpu->agreement.total,
                     .different = gpu->agreement.different,
                     .arena = outcome->arena};
}

static int draw_one(Cli *cli, Run *run, Run *beside, const ViewOptions *view, GlyphSource *glyphs,
                    const char *path)
{
    Picture picture = {.glyphs = glyphs};
    Arena *arena = arena_new();
    picture.scene = view_render(arena, run, beside, view, glyph_metrics(arena, glyphs));
    int status =
        ends_with(path, ".svg") ? write_svg(cli, &picture, path) : write_png(cli, &picture, path);
    arena_free(arena);
    return status;
}

/* "lecture.png" and 12 make "lecture-00012.png". */
static const char *frame_path(Arena *arena, const char *path, uint64_t frame)
{
    int stem = (int)strlen(path) - 4;
    return arena_printf(arena, "%.*s-%05llu%s", stem, path, (unsigned long long)frame, path + stem);
}

static bool read_frames(Cli *cli, Frames *frames)
{
    const char *text = cli->options->frames, *colon = text ? strchr(text, ':') : NULL;
    if (!text)
        return true;
    const char *first = colon ? arena_text(cli->arena, text, (size_t)(colon - text)) : text;
    frames->is_given = true;
    if (colon && options_number(first, 0, FRAMES_LAST, &frames->first) &&
        options_number(colon + 1, frames->first, FRAMES_LAST, &frames->last) &&
        frames->last - frames->first < FRAMES_MOST)
        return true;
    cli_error("--frames wants two steps A:B, A not after B and %d pictures at most, not '%s'",
              FRAMES_MOST, text);
    return false;
}

static int draw(Cli *cli, Run *run, Run *beside, const ViewOptions *view)
{
    ViewOptions options = *view;
    int status = EXIT_CLEAN;
    Frames frames = {0};
    if (!read_frames(cli, &frames))
        return EXIT_UNUSABLE;
    GlyphSource *glyphs = open_fonts(cli);
    if (!frames.is_given)
        return draw_one(cli, run, beside, view, glyphs, cli->options->output);
    for (uint64_t at = frames.first; at <= frames.last && status == EXIT_CLEAN; ++at) {
        options.step = at;
        const char *path = frame_path(cli->arena, cli->options->output, at);
        status = draw_one(cli, run, beside, &options, glyphs, path);
    }
    return status;
}

static int load_and_draw(Cli *cli, const ViewOptions *view)
{
    const char *paths[2] = {cli->options->operands.items[0], cli->options->compare_path};
    LoadOptions load[2];
    if (paths[1])
        pair_options(cli, paths, load);
    else
        load[0] = options_load(cli->arena, cli->options);
    Run *run = result_load(paths[0], &load[0]);
    Run *beside = run && paths[1] ? result_load(paths[1], &load[1]) : NULL;
    int status = EXIT_UNUSABLE;
    if (run && (beside || !paths[1]))
        status = draw(cli, run, beside, view);
    if (beside)
        run_free(beside);
    if (run)
        run_free(run);
    return status;
}

/* With --gpu the kernel runs to its end first, on both engines. */
static int run_and_draw(Cli *cli, const ViewOptions *view)
{
    LoadOptions load = options_load(cli->arena, cli->options);
    Result result;
    GpuRun gpu = {0};
    int status = result_make(cli, cli->options->operands.items[0], &load, &result);
    if (!status && !gpu_run(cli, &result, &gpu))
        status = EXIT_UNUSABLE;
    if (!status) {
        GpuView shown = gpu_view(&gpu);
        ViewOptions options = *view;
        options.gpu = &shown;
        status = draw(cli, result.run, NULL, &options);
    }
    gpu_run_free(&gpu);
    result_free(&result);
    return status;
}

int command_render(Cli *cli)
{
    const CliOptions *options = cli->options;
    ViewOptions view = {.language = cli->language};
    const char *wrong = NULL;
    if (!options->output)
        return cli_error("render wants -o OUT.png or -o OUT.svg");
    if (!ends_with(options->output, ".png") && !ends_with(options->output, ".svg"))
        return cli_error("-o is a file that ends in .png or .svg, not '%s'", options->output);
    if (options->theme && !theme_parse(options->theme, &view.theme))
        return cli_error("--theme is light, dark or contrast, not '%s'", options->theme);
    if (!options_view(options, &view.width, &view.height, &view.scale, &view.step))
        return EXIT_UNUSABLE;
    if (!view_check_script(cli->arena, options->script, &wrong))
        return cli_error("--do: no command of the window is called '%s'", wrong);
    view.script = options->script;
    view.devices = session_load_devices(cli->arena);
    if (options->gpu && options->compare_path)
        return cli_error("render --gpu shows one kernel: leave out --compare");
    return options->gpu ? run_and_draw(cli, &view) : load_and_draw(cli, &view);
}
