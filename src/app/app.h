/* The window: SDL2 around a Session, and real fonts. Where SDL2 was not there when tilestep was
 * built, the same functions answer with the reason (app_none.c, font_none.c). All of it is for the
 * main thread. */
#pragma once

#include "base/language.h"
#include "load/load.h"
#include "scene/paint/canvas.h"

/* What the command line says; texts must outlive app_run. */
typedef struct AppOptions {
    const char *path;              /* a kernel, a scene, a saved window; NULL: the tiled example */
    const char *compare_path;      /* the second run, or NULL */
    const char *state;             /* a saved window or a code that says what is open; or NULL */
    LoadOptions load, load_beside; /* of path and of compare_path */
    float scale;                   /* 0: 1.0 */
    int width, height;             /* 0: 1280 x 720 */
    const char *theme, *language, *font_dir; /* NULL: light, the environment's, the system's */
    bool reduced_motion;
    bool is_language_given; /* language wins over that of a saved window */
    uint64_t start_step;    /* steps done on the timeline to begin with */
} AppOptions;

/* Opens the window and runs it until it is closed. Returns the exit status: 0, or 2 with a message
 * on stderr when there is no display or no SDL2. */
int app_run(const AppOptions *options);

/* Real fonts through SDL2_ttf and fontconfig (those of font_dir first), for the window and for
 * `render`; no display is needed. Falls back to glyph_builtin for what no font has. *note says in
 * one line what is missing and which package has it, in the language given; NULL if nothing is.
 * Never fails; lives until fonts_close. */
typedef struct Fonts Fonts;
Fonts *fonts_open(const char *font_dir, Language language, const char **note);
/* The same line in another language, or NULL. */
const char *fonts_note(const Fonts *fonts, Language language);
/* The source of glyphs; owned by fonts. */
GlyphSource *fonts_glyphs(Fonts *fonts);
/* Between two frames: forgets all glyphs, and so every pointer to one, if those of all the sizes
 * that were ever shown have grown beyond 4 MiB and twice what one picture needs. */
void fonts_trim(Fonts *fonts);
/* NULL is allowed. */
void fonts_close(Fonts *fonts);
