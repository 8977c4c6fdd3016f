/* The door to the headless commands. Names, options, JSON and exit statuses are a contract with
 * scripts; they are listed in command.def, options.def and output.h. */
#pragma once

#include "base/language.h"
#include "load/load.h"
#include "scene/paint/canvas.h"

/* What main lends the commands, so that cli knows neither SDL nor CUDA headers. */
typedef struct CliHost {
    /* Opens fonts for `render`, from font_dir first if it is not NULL; main closes them. NULL if
     * there are none. *note: what is missing, in one line, or NULL. */
    GlyphSource *(*open_fonts)(void *context, const char *font_dir, Language language,
                               const char **note);
    void *context;
} CliHost;

/* Options of the window, read from the same command line. What was not given is NULL, 0 or
 * false. */
typedef struct CliWindow {
    const char *path;                        /* a kernel, or a scene by its name or file */
    const char *compare_path;                /* the second kernel */
    const char *state;                       /* a saved window or a code, in place of path */
    const char *theme, *language, *font_dir; /* language: always given, "en" or "zh" */
    float scale;                             /* of the layout, 0.5 to 4 */
    int width, height;                       /* pixels, 64 to 16384 each */
    bool reduced_motion;
    bool is_language_given;        /* by --lang, not only by the environment */
    uint64_t start_step;           /* steps done on the timeline; UINT64_MAX: all */
    LoadOptions load, load_beside; /* of path and of compare_path */
} CliWindow;

/* Runs the command line and prints what it says. Returns an exit status (output.h), or -1 when the
 * window is wanted, with *window filled; its texts are those of argv or live in arena. From now on
 * the process ignores SIGPIPE. */
int cli_main(Arena *arena, int argc, char **argv, const CliHost *host, CliWindow *window);
