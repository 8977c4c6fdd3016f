/* Prints the shapes of one picture as text, from the options of `tilestep render`: for tests that
 * compare what is drawn with what trace and run say, without the program's own way of looking at
 * it. */
#include "cli/film/picture.h"
#include "cli/terminal/finish.h"
#include "cli/terminal/options.h"
#include "scene/paint/canvas.h"
#include "session/session.h"
#include "view/draw/theme.h"
#include "view/view.h"

#include <stdio.h>

static Run *load(Arena *arena, const char *path, const CliOptions *options)
{
    LoadOptions launch = options_load(arena, options);
    return run_load(path, &launch);
}

static void print(Arena *arena, const CliOptions *options, Run *run, Run *beside)
{
    Finish finish = {.moment = UINT64_MAX};
    PictureOptions view = {.script = options->script,
                           .devices = session_load_devices(arena),
                           .finish = finish_work,
                           .context = &finish};
    if (!options_view(options, &view.width, &view.height, &view.scale, &view.step))
        return;
    if (options->theme)
        theme_parse(options->theme, &view.theme);
    TextMetrics *metrics = glyph_metrics(arena, glyph_builtin(arena));
    Session *session = picture_session(arena, run, beside, &view);
    session->look.reduced_motion |= options->reduced_motion;
    Scene *scene = view_build(session, arena, view.width ? view.width : 1280,
                              view.height ? view.height : 720, metrics);
    fputs(scene_dump(arena, scene), stdout);
    session_free(session);
}

int main(int argc, char **argv)
{
    Arena *arena = arena_new();
    CliOptions options;
    int status = options_parse(arena, argc, argv, &options);
    if (!status && options.command == CLI_RENDER && options.operands.count) {
        Run *run = load(arena, options.operands.items[0], &options);
        Run *beside = options.compare_path ? load(arena, options.compare_path, &options) : NULL;
        print(arena, &options, run, beside);
        run_free(run);
        if (beside)
            run_free(beside);
    }
    arena_free(arena);
    return status;
}
