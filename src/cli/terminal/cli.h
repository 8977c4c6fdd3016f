/* The headless commands. Names, options, JSON and exit statuses are a contract with scripts. */
#ifndef TILESTEP_CLI_TERMINAL_CLI_H
#define TILESTEP_CLI_TERMINAL_CLI_H

#include "base/language.h"
#include "load/load.h"
#include "scene/paint/canvas.h"

/* What main lends the commands, so that cli knows neither SDL nor CUDA headers. */
typedef struct CliHost {
    /* Fonts for `render`; closed by main. *note: what is missing, or NULL. */
    GlyphSource *(*open_fonts)(void *context, const char *font_dir, Language language,
                               const char **note);
    void *context;
} CliHost;

/* Options of the window, read from the same command line. */
typedef struct CliWindow {
    const char *path, *compare_path, *state, *theme, *language, *font_dir;
    float scale;
    int width, height;
    bool reduced_motion, is_language_given;
    uint64_t start_step;
    LoadOptions load, load_beside; /* of path and of compare_path */
} CliWindow;

/* Runs the command line. Returns an exit status (0, 1 or 2), or -1 when the window is wanted, with
 * *window filled (its texts live in arena). */
int cli_main(Arena *arena, int argc, char **argv, const CliHost *host, CliWindow *window);

#endif
