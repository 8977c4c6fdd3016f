/* The one executable: lends fonts to the commands and opens the window when none is asked for. */
#include "app/part.h"
#include "cli/terminal/cli.h"
#include "gpu/gpu.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>

/* Freed memory is kept up to this size: to give pages back and fault them in anew for every count
 * of a small grid would take longer than the count. */
enum { KEPT_BYTES = 8 << 20 };

/* What the commands are lent, once they have asked for it. */
typedef struct Lent {
    Arena *arena;
    const WindowPart *part;
    Fonts *fonts;
} Lent;

static GlyphSource *open_fonts(void *context, const char *font_dir, Language language,
                               const char **note)
{
    Lent *lent = context;
    lent->part = window_part(lent->arena, note);
    if (!lent->part)
        return NULL;
    lent->fonts = lent->part->fonts_open(font_dir, language, note);
    return lent->part->fonts_glyphs(lent->fonts);
}

static int open_window(Arena *arena, const CliWindow *window)
{
    const char *reason;
    const WindowPart *part = window_part(arena, &reason);
    if (!part) {
        fprintf(stderr, "tilestep: %s\n", reason);
        return 2;
    }
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
    return part->run(&options);
}

int main(int argc, char **argv)
{
    if (gpu_is_child(argc, argv))
        return gpu_child_main();
    signal(SIGXFSZ,
           SIG_IGN); /* a file over the limit is then an error of the write, as a full disk */
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
    Arena *arena = arena_new();
    Lent lent = {.arena = arena};
    CliHost host = {.open_fonts = open_fonts, .context = &lent};
    CliWindow window;
    int status = cli_main(arena, argc, argv, &host, &window);
    if (status < 0) {
        status = open_window(arena, &window);
        image_release(window.load.image);
    }
    if (lent.fonts)
        lent.part->fonts_close(lent.fonts);
    arena_free(arena);
    return status;
}
