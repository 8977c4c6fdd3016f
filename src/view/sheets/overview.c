/* The scenes as small pictures, a few in a row: number, title, and the place in the path of those
 * that are chosen. What is not drawn yet is an empty frame. */
#include "session/sheets/overview.h"
#include "session/data/session_data.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

enum { TEXT_LEAST_PX = 5 };
static const float PICTURE = 9.0f / 16, GAP = 10, TITLE = 20, FOOT = 28;
static const float ROW_LEAST = 0.3f; /* of a row that pictures become smaller for */

typedef struct Grid {
    const Scenes *scenes;
    Rect room;
    float width, picture_h; /* of a picture */
    float step_x, step_y;   /* from one to the next */
    int first, rows;        /* rows that are seen */
} Grid;

/* As many rows as have room, of pictures that may be somewhat smaller for it. */
static Grid grid_of(View *view, Rect room, const Scenes *scenes)
{
    float gap = view_units(view, GAP), title = view_units(view, TITLE);
    Grid g = {.scenes = scenes, .room = room};
    g.step_x = (room.w + gap) / OVERVIEW_COLUMNS;
    g.step_y = (g.step_x - gap) * PICTURE + title + gap;
    int all = (scenes->count + OVERVIEW_COLUMNS - 1) / OVERVIEW_COLUMNS;
    int seen = (int)((room.h + gap) / g.step_y + ROW_LEAST), picked = view->session->overview.row;
    g.rows = seen < 1 ? 1 : seen < all ? seen : all;
    g.step_y = fminf(g.step_y, (room.h + gap) / (float)g.rows);
    g.picture_h = g.step_y - title - gap;
    g.width = g.picture_h / PICTURE;
    int first = picked / OVERVIEW_COLUMNS - g.rows / 2;
    first = first < 0 ? 0 : first;
    g.first = first + g.rows > all ? all - g.rows : first;
    return g;
}

/* The place in the path, large, at a corner of the picture. */
static void build_place(View *view, Rect picture, int place)
{
    const Theme *theme = view->theme;
    float side = view_units(view, 26);
    Rect badge = {picture.x, picture.y, side, side};
    scene_box(view->scene, badge, view_units(view, 5), theme->accent, 0, 0, (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, badge, 0, theme->panel,
                      arena_printf(view->arena, "%d", place + 1));
}

static void build_picture(View *view, const Grid *g, int index)
{
    const Theme *theme = view->theme;
    const Overview *overview = &view->session->overview;
    const ScenePlan *plan = &g->scenes->plans[index];
    float gap = view_units(view, GAP);
    int column = index % OVERVIEW_COLUMNS, row = index / OVERVIEW_COLUMNS - g->first;
    Rect all = {g->room.x + (float)column * g->step_x, g->room.y + (float)row * g->step_y, g->width,
                g->step_y - gap};
    Rect title = all, picture = rect_cut_top(&title, g->picture_h);
    int place = overview_place(view->session, index);
    bool is_picked = overview->row == index;
    scene_box(view->scene, picture, 0, theme->well, 0, 0, (PickTag){0});
    if (overview->pictures[index])
        scene_copy(view->scene, picture, overview->pictures[index], TEXT_LEAST_PX);
    if (overview->count && place < 0) /* what is left out steps back */
        scene_rect(view->scene, picture, colour_alpha(theme->panel, 0.6f), (PickTag){0});
    if (place >= 0)
        build_place(view, picture, place);
    Colour edge = is_picked ? theme->focus : place >= 0 ? theme->accent : theme->edge;
    scene_box(view->scene, is_picked ? rect_inset(picture, -view_units(view, 3)) : picture, 0, 0,
              edge, view_units(view, is_picked ? 3 : 1),
              target_tag(TARGET_OVERVIEW, (uint32_t)index, 0));
    view_label_fitted(
        view, FONT_UI, TEXT_SMALL, 8, title, -1, is_picked ? theme->text : theme->muted,
        arena_printf(view->arena, "%d  %s", index + 1, plan->title.in[view->language]));
}

static void build_button(View *view, Rect *line, CommandName command, StringKey words,
                         const char *key)
{
    const char *text = arena_printf(view->arena, "%s  %s", view_text(view, words), key);
    rect_cut_right(line, button_words_build(view, *line, command, text) + view_units(view, 8));
}

/* For the mouse: what the keys do. */
static void build_buttons(View *view, Rect *line)
{
    const Overview *overview = &view->session->overview;
    bool is_chosen = overview_place(view->session, overview->row) >= 0;
    build_button(view, line, COMMAND_OVERVIEW_GO, STRING_OVERVIEW_OPEN,
                 key_name_text(view, "Return", 6));
    if (overview->count) {
        build_button(view, line, COMMAND_OVERVIEW_SAVE, STRING_OVERVIEW_SAVE, "Ctrl+S");
        build_button(view, line, COMMAND_OVERVIEW_CLEAR, STRING_OVERVIEW_CLEAR, "Del");
    }
    if (is_chosen) {
        build_button(view, line, COMMAND_OVERVIEW_LATER, STRING_OVERVIEW_LATER, "Shift+→");
        build_button(view, line, COMMAND_OVERVIEW_EARLIER, STRING_OVERVIEW_EARLIER, "Shift+←");
    }
    build_button(view, line, COMMAND_OVERVIEW_CHOOSE,
                 is_chosen ? STRING_OVERVIEW_DROP : STRING_OVERVIEW_TAKE,
                 key_name_text(view, "Space", 5));
}

void overview_build(View *view)
{
    const Session *session = view->session;
    const Scenes *scenes = overview_scenes(session);
    float pad = view_units(view, 14), line = view_units(view, FOOT);
    Rect sheet = sheet_build(view, (float)view->scene->width - pad,
                             (float)view->scene->height - pad, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, pad);
    Rect head = rect_cut_top(&inside, line), foot = rect_cut_bottom(&inside, line * 0.8f);
    if (!scenes)
        return;
    rect_cut_top(&inside, view_units(view, 6));
    Grid g = grid_of(view, inside, scenes);
    int from = g.first * OVERVIEW_COLUMNS, count = g.rows * OVERVIEW_COLUMNS;
    build_buttons(view, &head);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9, head, -1, view->theme->text,
                      session->overview.count
                          ? view_format(view, STRING_OVERVIEW_PATH, session->overview.count)
                          : view_text(view, STRING_OVERVIEW_TITLE));
    if (count < scenes->count)
        sheet_part_build(view, &foot, from, count, scenes->count);
    sheet_foot_build(view, foot, view_text(view, STRING_OVERVIEW_HINT));
    for (int i = from; i < from + count && i < scenes->count && i < OVERVIEW_SCENES; ++i)
        build_picture(view, &g, i);
}
