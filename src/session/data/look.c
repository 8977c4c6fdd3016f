/* The names of themes are those of --theme. */
#include "session/data/look.h"

const char *const theme_names[THEME_COUNT] = {"light", "dark", "contrast"};

void look_zoom(Look *look, float factor)
{
    float scale = look->scale * factor;
    if (scale >= SCALE_LEAST && scale <= SCALE_MOST)
        look->scale = scale;
}
