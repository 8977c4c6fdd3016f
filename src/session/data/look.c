/* The names of themes are those of --theme, the others those of lessons/scenes.yaml. */
#include "session/data/look.h"

const char *const theme_names[THEME_COUNT] = {"light", "dark", "contrast"};
const char *const panel_names[PANEL_COUNT] = {
    "none",
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named) #name,
#include "session/commands/panel.def"
};
const char *const heat_names[HEAT_COUNT] = {"executions",   "requests",   "sectors",
                                            "sectors-each", "wavefronts", "none"};

void look_help(Look *look)
{
    look->help_page = look->show_help ? look->help_page + 1 : 0;
    look->show_help = true;
}

void look_zoom(Look *look, float factor)
{
    float scale = look->scale * factor;
    if (scale >= SCALE_LEAST && scale <= SCALE_MOST)
        look->scale = scale;
}
