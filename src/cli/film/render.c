/* tilestep render: the window's pictures without a window. */
#include "cli/report/gpu_run.h"
#include "cli/report/result.h"
#include "cli/terminal/finish.h"
#include "cli/terminal/pair.h"
#include "session/session.h"

#include "base/file.h"
#include "cli/film/film.h"
#include "cli/film/picture.h"
#include "lesson/word.h"
#include "scene/write/movie.h"
#include "session/edits/edit.h"
#include "session/lessons/take.h"
#include "session/saved/gpu_value.h"
#include "session/saved/share.h"
#include "session/scenes/show.h"
#include "view/draw/theme.h"
#include "view/presenter.h"
#include "view/preview.h"
#include "view/view.h"

#include <stdlib.h>

#define GPU_RESULTS_LIMIT_BYTES ((size_t)4 << 30)

typedef struct Picture {
    const Scene *scene;
    GlyphSource *glyphs;
} Picture;

static int write_svg(Cli *cli, const Picture *picture, const char *path)
{
    size_t length;
    const Phrase *reason;
    char *svg = scene_svg(cli->arena, picture->scene, &length);
    if (file_write(cli->arena, path, svg, length, &reason))
        return EXIT_CLEAN;
    return cli_error("cannot write '%s': %p", path, reason);
}

static int write_png(Cli *cli, const Picture *picture, const char *path)
{
    int width = picture->scene->width, height = picture->scene->height;
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    if (!pixels)
        return cli_error("no memory for a picture of %d x %d", width, height);
    Canvas canvas = {.pixels = pixels, .width = width, .height = height, .stride = width};
    canvas_paint(&canvas, picture->scene, picture->glyphs, grid_core_count());
    const Phrase *reason;
    bool good = canvas_write_png(cli->arena, &canvas, path, &reason);
    free(pixels);
    return good ? EXIT_CLEAN : cli_error("cannot write '%s': %p", path, reason);
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
                     .comparing = GPU_COMPARED,
                     .launches = outcome->arena ? &gpu->launches : NULL,
                     .arena = outcome->arena};
}

/* The window, or the one beside it with a lecturer's notes, if that is open. */
static int draw_one(Cli *cli, Session *session, const PictureOptions *view, GlyphSource *glyphs)
{
    const char *path = cli->options->output;
    int width = view->width > 0 ? view->width : 1280,
        height = view->height > 0 ? view->height : 720;
    Arena *arena = arena_new();
    TextMetrics *metrics = glyph_metrics(arena, glyphs);
    Previews *previews = previews_new();
    previews_finish(previews, session, metrics);
    Picture picture = {(session->presenter.is_open ? presenter_build : view_build)(
                           session, arena, width, height, metrics),
                       glyphs};
    int status = file_ends_with(path, ".svg") ? write_svg(cli, &picture, path)
                                              : write_png(cli, &picture, path);
    previews_free(previews);
    arena_free(arena);
    return status;
}

/* The last moment that is shown; UINT64_MAX: the end, or what commands lead to. */
static uint64_t last_moment(const CliOptions *options, const PictureOptions *view)
{
    uint64_t to = UINT64_MAX;
    if (options->script || options->keys)
        return UINT64_MAX;
    if (!film_is_wanted(options))
        return view->step;
    return options->to && options_number(options->to, 0, UINT64_MAX, &to) ? to : UINT64_MAX;
}

/* A moment beyond the end is the last one, and an end that is far away is not looked for; whoever
 * asked hears so. */
static void tell_end(const Session *session, const PictureOptions *view)
{
    const SessionRun *front = session_front(session);
    const Finish *finish = view->context;
    if (!front)
        return;
    uint64_t length = timeline_length(front->timeline);
    if (front->is_measured && view->step != UINT64_MAX && view->step > length)
        cli_error("--at %llu is beyond the end: step %llu, the last, is shown",
                  (unsigned long long)view->step, (unsigned long long)length);
    if (finish->is_cut)
        cli_error("the run has more than %llu steps: its end and the counts of the grid are not "
                  "shown; --at end runs to it",
                  (unsigned long long)(finish->moment + FINISH_STEPS));
}

/* Frees the session. */
static int draw_picture(Cli *cli, Session *session, const PictureOptions *view)
{
    if (progress_is_cancelled()) {
        session_free(session);
        return progress_cancelled(&((Finish *)view->context)->progress);
    }
    tell_end(session, view);
    session_finish_searches(session);
    GlyphSource *glyphs = picture_fonts(cli);
    session->lacks_chinese = !glyph_has_chinese(glyphs);
    session->look.reduced_motion |= cli->options->reduced_motion;
    int status = film_is_wanted(cli->options)
                     ? film_make(cli, session, glyphs, view->width, view->height)
                     : draw_one(cli, session, view, glyphs);
    session_free(session);
    return status;
}

/* What the window knows of a GPU. */
static bool take_gpu_results(Cli *cli, Session *session)
{
    const char *path = cli->options->gpu_results;
    const Phrase *reason;
    char *bytes;
    size_t length;
    if (!path)
        return true;
    if (!file_read(cli->arena, path, GPU_RESULTS_LIMIT_BYTES, &bytes, &length, &reason))
        return cli_error("--gpu-results: '%s': %p", path, reason), false;
    if (gpu_value_read(session, cli->arena, bytes, length))
        return true;
    return cli_error("--gpu-results: '%s' is not of this program and this run", path), false;
}

/* Does the session's work, goes to --at if it is asked for, runs the script, and draws; frees the
 * session. */
static int finish_and_draw(Cli *cli, Session *session, const PictureOptions *view)
{
    view->finish(view->context, session);
    if (cli->options->at)
        session_apply(session,
                      (Command){.name = view->step == UINT64_MAX ? COMMAND_GO_END : COMMAND_SEEK,
                                .number = (int64_t)view->step});
    picture_run_script(cli->arena, session, view);
    return draw_picture(cli, session, view);
}

/* A saved window; what the command line says besides comes on top of it. */
static int draw_state(Cli *cli, const PictureOptions *view)
{
    const CliOptions *options = cli->options;
    const char *reason, *warning;
    Session *session = session_new();
    session->look.language = cli->language;
    session_use_devices(session, view->devices);
    session_use_scenes(session, view->scenes);
    session_use_lessons(session, view->lessons);
    if (!share_open(session, cli->arena, options->state, options->operands.items,
                    options->operands.count, &reason, &warning)) {
        session_free(session);
        return cli_error("--state: %s", reason);
    }
    if (warning)
        cli_error("warning: %s", warning);
    if (!take_gpu_results(cli, session)) {
        session_free(session);
        return EXIT_UNUSABLE;
    }
    if (options->language)
        session->look.language = cli->language;
    if (options->theme)
        session->look.theme = view->theme;
    if (view->scale > 0)
        session->look.scale = view->scale;
    return finish_and_draw(cli, session, view);
}

static bool open_meaning(Session *session, const PictureOptions *view, const WordMeaning *meaning)
{
    session_use_lessons(session, view->lessons);
    session_use_scenes(session, meaning->lesson ? view->scenes : meaning->scenes);
    return meaning->lesson ? lesson_open(session, meaning->lesson->name, 0)
                           : scene_open(session, meaning->index, false);
}

/* A scene or the first stage of a lesson, with its veil, or a moment of it, and what commands make
 * of that. */
static int draw_meaning(Cli *cli, const PictureOptions *view, const WordMeaning *meaning)
{
    Session *session = session_new();
    session->look.language = cli->language;
    session->look.theme = view->theme;
    session->look.scale = view->scale > 0 ? view->scale : 1;
    session_use_devices(session, view->devices);
    if (!open_meaning(session, view, meaning)) {
        const char *said = arena_printf(cli->arena, "%s", session->notice);
        session_free(session);
        return cli_error("%s", said);
    }
    edit_forget(session); /* it is what the picture begins with */
    return finish_and_draw(cli, session, view);
}

static int load_and_draw(Cli *cli, const PictureOptions *view)
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
        status = draw_picture(cli, picture_session(cli->arena, run, beside, view), view);
    if (beside)
        run_free(beside);
    if (run)
        run_free(run);
    return status;
}

/* With --gpu the kernel runs to its end first, on both engines. */
static int run_and_draw(Cli *cli, const PictureOptions *view)
{
    LoadOptions load = options_load(cli->arena, cli->options);
    Result result;
    GpuRun gpu = {0};
    int status = result_make(cli->options->operands.items[0], &load, &result);
    if (!status && !gpu_run(cli, &result, &gpu))
        status = EXIT_UNUSABLE;
    if (!status) {
        GpuView shown = gpu_view(&gpu);
        PictureOptions options = *view;
        options.gpu = &shown;
        int index;
        if (gpu.model)
            options.devices =
                device_table_with(result.run->arena, view->devices, gpu.model, &index);
        status =
            draw_picture(cli, picture_session(cli->arena, result.run, NULL, &options), &options);
    }
    gpu_run_free(&gpu);
    result_free(&result);
    return status;
}

int command_render(Cli *cli)
{
    const CliOptions *options = cli->options;
    PictureOptions view = {.language = cli->language};
    const char *wrong = NULL;
    if (!options->output)
        return cli_error("render wants -o OUT.png, OUT.svg, OUT.gif or OUT.mp4");
    if (!options->operands.count && !options->state)
        return cli_error("render wants a file: tilestep render FILE.cu --at STEP -o OUT.png");
    if (movie_kind(options->output) == MOVIE_NONE && !file_ends_with(options->output, ".svg") &&
        !file_ends_with(options->output, ".txt"))
        return cli_error("-o is a file that ends in .png, .svg, .gif, .mp4 or .txt, not '%s'",
                         options->output);
    if (file_ends_with(options->output, ".svg") && film_is_wanted(options))
        return cli_error("a film is a .gif, .mp4, numbered .png or .txt, not '%s'",
                         options->output);
    if (!options_state(cli->arena, options))
        return EXIT_UNUSABLE;
    if (options->theme && !theme_parse(options->theme, &view.theme))
        return cli_error("--theme is light, dark or contrast, not '%s'", options->theme);
    if (!options_view(options, &view.width, &view.height, &view.scale, &view.step))
        return EXIT_UNUSABLE;
    if (!picture_check_script(cli->arena, options->script, &wrong))
        return cli_error("--do: no command of the window is called '%s'", wrong);
    view.script = options->script;
    Diags *diags = NULL;
    view.devices = session_load_devices(cli->arena);
    view.scenes = scenes_read_shipped(cli->arena, &diags);
    const Lessons shipped = lessons_read_shipped(cli->arena);
    view.lessons = lessons_whole(cli->arena, &shipped);
    Finish finish = {.moment = last_moment(options, &view)};
    view.finish = finish_work;
    view.context = &finish;
    if (options->gpu_results && !options->state)
        return cli_error("--gpu-results belongs to a --state");
    if (options->gpu && options->compare_path)
        return cli_error("render --gpu shows one kernel: leave out --compare");
    if (options->state)
        return draw_state(cli, &view);
    WordMeaning meaning;
    bool is_word =
        word_find(cli->arena, view.lessons, options->operands.items[0], &meaning, &diags);
    if (diags)
        diags_print_in(stderr, meaning.scenes ? meaning.scenes->sources : NULL, diags,
                       cli->language);
    if (is_word)
        return draw_meaning(cli, &view, &meaning);
    if (diags)
        return EXIT_UNUSABLE;
    return options->gpu ? run_and_draw(cli, &view) : load_and_draw(cli, &view);
}
