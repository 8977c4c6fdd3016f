/* The one name that is looked for in the window's shared object. */
#include "app/part.h"

extern const WindowPart tilestep_window_part;
const WindowPart tilestep_window_part = {
    .version = TILESTEP_VERSION,
    .run = app_run,
    .fonts_open = fonts_open,
    .fonts_glyphs = fonts_glyphs,
    .fonts_close = fonts_close,
};
