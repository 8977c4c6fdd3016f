/* The window part: all that needs SDL2, SDL2_ttf and fontconfig, in a shared object of its own. It
 * is loaded when a window or fonts are wanted, since bringing in these libraries takes longer than
 * counting a small grid. */
#pragma once

#include "app/app.h"

/* What the shared object offers: the functions of app.h that commands are lent. */
typedef struct WindowPart {
    const char *version; /* that of the tilestep that it was built with */
    int (*run)(const AppOptions *options);
    Fonts *(*fonts_open)(const char *font_dir, Language language, const char **note);
    GlyphSource *(*fonts_glyphs)(Fonts *fonts);
    void (*fonts_close)(Fonts *fonts);
} WindowPart;

/* The name under which the shared object has its WindowPart, and that of its file. */
#define WINDOW_PART_SYMBOL "tilestep_window_part"
#define WINDOW_PART_FILE   "tilestep-window.so"

/* Loads it: from the executable's folder, from ../lib/tilestep beside that (or what the system
 * calls lib), or from the installed folder. Never unloaded. NULL if it cannot be; *reason then says
 * why, in one line of the arena. */
const WindowPart *window_part(Arena *arena, const char **reason);
