/* The window: SDL2 around a Session. Where SDL2 was not there when tilestep was built, the same
 * functions answer with the reason (app_none.c). */
#ifndef TILESTEP_APP_APP_H
#define TILESTEP_APP_APP_H

#include "base/language.h"
#include "load/load.h"
#include "scene/paint/canvas.h"

typedef struct AppOptions {
    const char *path;              /* the kernel; NULL: the built-in tiled example */
    const char *compare_path;      /* the second run, or NULL */
    const char *state;             /* a saved window or a code that says what is open; or NULL */
    LoadOptions load, load_beside; /* of path and of compare_path */
    float scale;                   /* 0: 1.0 */
    int width, height;             /* 0: 1280 x 720 */
    const char *theme, *language, *font_dir;
    bool reduced_motion, is_language_given;
    uint64_t start_step;
} AppOptions;

/* Opens the window and runs it until it is closed. Returns the exit status: 0, or 2 with a message
 * on stderr when there is no display or no SDL2. */
int app_run(const AppOptions *options);

/* Real fonts through SDL2_ttf and fontconfig (or font_dir), for the window and for `render`. Falls
 * back to glyph_builtin, and then *note says in one line what is missing and which package has it, in
 * the language given; otherwise *note is NULL. Lives until fonts_close. */
typedef struct Fonts Fonts;
Fonts *fonts_open(const char *font_dir, Language language, const char **note);
/* The same line in another language, or NULL. */
const char *fonts_note(const Fonts *fonts, Language language);
GlyphSource *fonts_glyphs(Fonts *fonts);
/* Between two frames: forgets all glyphs, and so every pointer to one, if those of all the sizes that
 * were ever shown have grown beyond 4 MiB and twice what one picture needs. */
void fonts_trim(Fonts *fonts);
void fonts_close(Fonts *fonts);

/* Whether this build has a window, and if not, why. */
bool app_is_available(const char **reason);

#endif
