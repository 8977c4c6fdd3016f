/* The one executable: lends fonts to the commands and opens the window when none is asked for. */
#include "app/app.h"
#include "cli/terminal/cli.h"
#include "gpu/gpu.h"

#include <malloc.h>

/* Freed memory is kept up to this size: to give pages back and fault them in anew for every count
 * of a small grid would take longer than the count. */
enum { KEPT_BYTES = 8 << 20 };

static GlyphSource *open_fonts(void *context, const char *font_dir, Language language,
                               const char **note)
{
    Fonts **fonts = context;
    *fonts = fonts_open(font_dir, language, note);
    return *fonts ? fonts_glyphs(*fonts) : NULL;
}

static int open_window(const CliWindow *window)
{
    AppOptions options = {
        .path = window->path,
        .compare_path = window->compare_path,
        .state = window->state,
        .load = window->load,
        .load_beside = window->load_beside,
        .scale = window->scale,
        .width = window->width,
        .height = window->height,
        .theme = window->theme,
        .language = window->language,
        .font_dir = window->font_dir,
        .reduced_motion = window->reduced_motion,
        .is_language_given = window->is_language_given,
        .start_step = window->start_step,
    };
    return app_run(&options);
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
    Arena *arena = arena_new();
    Fonts *fonts = NULL;
    CliHost host = {.open_fonts = open_fonts, .context = &fonts};
    CliWindow window;
    int status = cli_main(arena, argc, argv, &host, &window);
    if (status < 0)
        status = open_window(&window);
    if (fonts)
        fonts_close(fonts);
    arena_free(arena);
    return status;
}
