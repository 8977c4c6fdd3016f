/* The tabs below the source and the panel that is open. A tab is a button of its command, so the
 * key, the mouse and the help screen agree. */
#include "view/panels/tabs.h"

#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"
#include "view/panels/panel.h"

#include <math.h>

/* One kernel alone has nothing to stand beside it. */
static bool has_other_run(const View *view)
{
    return view->session->run_count > 1 || view->look->panel == PANEL_BOTH;
}

static bool has_lesson(const View *view)
{
    return lesson_shown(view->session) || exercise_is_open(view->session);
}

/* The lesson has a place of its own. */
#define panel_lesson_build NULL
enum { ALWAYS, FEW, TABS_FEW = 8 };
static const struct {
    CommandName command;
    const char *name[LANGUAGE_COUNT];
    void (*build)(View *view, Rect room);
    int named;
} tabs[PANEL_COUNT] = {
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named)                   \
    [PANEL_##NAME] = {COMMAND_PANEL_##NAME, {tab_en, tab_zh}, panel_##name##_build, named},
#include "session/commands/panel.def"
};

static int list_tabs(const View *view, PanelName shown[PANEL_COUNT])
{
    int count = 0;
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named)                   \
    if (there)                                                                                     \
        shown[count++] = PANEL_##NAME;
#include "session/commands/panel.def"
    return count;
}

/* A panel that is hidden leaves its room to the lesson. */
static bool is_tab_open(const View *view, PanelName tab)
{
    bool is_lesson = view->layout.lesson.w > 0 && view->layout.panel.w <= 0;
    return tab == (is_lesson ? PANEL_LESSON : view->look->panel);
}

/* In narrow windows tabs have their keys alone, but for the one that is open. One tab too many
 * would do the same to all, so the last then has none. */
static const char *tab_name(const View *view, PanelName tab, bool has_names)
{
    PanelName shown[PANEL_COUNT];
    bool is_open = is_tab_open(view, tab);
    bool is_extra = tabs[tab].named == FEW && list_tabs(view, shown) > TABS_FEW;
    return is_open || (has_names && !is_extra) ? tabs[tab].name[view->language] : "";
}

static float tab_width(View *view, PanelName tab, bool has_names, float units)
{
    return view_text_width(view, FONT_UI, units, tab_name(view, tab, has_names)) +
           view_text_width(view, FONT_UI, units, key_text(view, tabs[tab].command));
}

static void build_tab(View *view, Rect rect, PanelName tab, bool has_names, float units)
{
    const Theme *theme = view->theme;
    bool is_open = is_tab_open(view, tab);
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, tabs[tab].command, 0);
    float line = fmaxf(1, roundf(view_units(view, theme->line)));
    scene_box(view->scene, rect, view_units(view, 6),
              is_open || is_hovered ? theme->accent_tint : theme->panel,
              is_open || is_hovered ? theme->accent : theme->edge, line,
              target_tag(TARGET_BUTTON, tabs[tab].command, 0));
    const char *key = key_text(view, tabs[tab].command);
    float key_width = view_text_width(view, FONT_UI, units, key);
    float gap = view_units(view, 4),
          pad = (rect.w - tab_width(view, tab, has_names, units) - gap) / 2;
    rect_cut_left(&rect, fmaxf(0, pad));
    view_label(view, FONT_UI, units, rect_cut_left(&rect, key_width + 1), -1, theme->muted, key);
    rect_cut_left(&rect, gap - 1);
    view_label(view, FONT_UI, units, rect, -1, theme->text, tab_name(view, tab, has_names));
}

enum { TAB_PAD = 9, TAB_GAP = 3 }; /* what a tab has beside its words, their gap included */

static float tabs_width(View *view, bool has_names, float units)
{
    PanelName shown[PANEL_COUNT];
    int count = list_tabs(view, shown);
    float wide = view_units(view, TAB_GAP) * (float)(count - 1);
    for (int i = 0; i < count; ++i)
        wide += tab_width(view, shown[i], has_names, units) + view_units(view, TAB_PAD);
    return wide;
}

/* Every tab as wide as its name asks for; the rest is shared out. */
void tabs_build(View *view)
{
    Rect room = view->layout.tabs;
    PanelName shown[PANEL_COUNT];
    int count = list_tabs(view, shown);
    float units = TEXT_SMALL, gap = view_units(view, TAB_GAP);
    while (units > 9 && tabs_width(view, true, units) > room.w)
        units -= 0.5f;
    bool has_names = tabs_width(view, true, units) <= room.w;
    if (!has_names)
        units = TEXT_SMALL;
    float wide = tabs_width(view, has_names, units);
    float spare = fmaxf(0, room.w - wide) / (float)count, x = room.x;
    room.h -= view_units(view, 4);
    for (int i = 0; i < count; ++i) {
        float w = tab_width(view, shown[i], has_names, units) + view_units(view, TAB_PAD) + spare;
        build_tab(view, (Rect){roundf(x), room.y, roundf(x + w) - roundf(x), room.h}, shown[i],
                  has_names, units);
        x += w + gap;
    }
}

/* One line: the layout has kept the room for what there is to see. */
static void veiled_build(View *view, Rect room)
{
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, room, -1, view->theme->muted,
                      view_text(view, STRING_VEILED));
}

void panel_build(View *view)
{
    Rect inside = view_panel(view, view->layout.panel, NULL);
    PanelName panel = view->look->panel;
    bool is_veiled = veil_hides_panel(view->session, panel);
    if (inside.w < view_units(view, 120) || (inside.h < view_units(view, 60) && !is_veiled))
        return;
    scene_clip(view->scene, view->layout.panel);
    (is_veiled ? veiled_build : tabs[panel].build)(view, inside);
    scene_unclip(view->scene);
}
