/* The sheet that makes a film, and the bar that says how far it is. */
#include "session/sheets/reel.h"
#include "session/edits/control.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

static const float WIDTH = 470, ROW = 30, VALUE = 240, SIGN = 30, BAR_WIDTH = 420;

static const char *reel_value_text(const View *view, ReelRow row)
{
    const Reel *reel = &view->session->reel;
    int width, height, choice = reel->choices[row];
    switch (row) {
    case REEL_FROM: return arena_printf(view->arena, "%llu", (unsigned long long)reel->from);
    case REEL_TO: return arena_printf(view->arena, "%llu", (unsigned long long)reel->to);
    case REEL_GRAIN: return view_text(view, STRING_REEL_ACCESS + (StringKey)choice);
    case REEL_FORMAT: return view_text(view, STRING_REEL_GIF + (StringKey)choice);
    case REEL_SECONDS: return arena_printf(view->arena, "%g", reel_seconds(reel));
    default: break;
    }
    reel_size(reel, &width, &height);
    return width ? arena_printf(view->arena, "%d × %d", width, height)
                 : view_text(view, STRING_REEL_AS_WINDOW);
}

static void build_reel_row(View *view, Rect line, ReelRow row)
{
    const Theme *theme = view->theme;
    if (view->session->reel.row == (int)row)
        scene_box(view->scene, line, view_units(view, 5), theme->accent_tint, theme->focus,
                  view_units(view, 2), (PickTag){0});
    Rect value = rect_cut_right(&line, fminf(view_units(view, VALUE), line.w * 0.6f));
    rect_cut_left(&line, view_units(view, 8));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 9, line, -1, theme->text,
                      view_text(view, STRING_REEL_FROM + (StringKey)row));
    button_sign_build(view, rect_cut_left(&value, view_units(view, SIGN)), TARGET_REEL, row,
                      ADJUST_DOWN);
    button_sign_build(view, rect_cut_right(&value, view_units(view, SIGN)), TARGET_REEL, row,
                      ADJUST_UP);
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, value, 0, theme->text,
                      reel_value_text(view, row));
}

static void build_reel_foot(View *view, Rect inside)
{
    const CommandName tools[] = {COMMAND_REEL_GO, COMMAND_CLOSE};
    const char *const keys[] = {"Enter", "Esc"};
    const StringKey words[] = {STRING_REEL_START, STRING_REEL_CANCEL};
    Rect line = rect_cut_bottom(&inside, view_units(view, 26));
    for (int i = 0; i < 2; ++i) {
        const char *text = arena_printf(view->arena, "%s  %s", view_text(view, words[i]), keys[i]);
        rect_cut_right(&line, button_words_build(view, line, tools[i], text) + view_units(view, 6));
    }
    const char *path = reel_path(view->session, view->arena);
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 8, line, -1, view->theme->muted,
                      path ? path : "");
    if (!view->session->reel.has_encoder)
        scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_SMALL),
                        (Point){inside.x, inside.y + view_units(view, 4)}, inside.w, 2,
                        view->theme->danger, view_text(view, STRING_REEL_NO_ENCODER));
}

static void build_sheet(View *view)
{
    const Theme *theme = view->theme;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    float width = fminf(all_w * 0.96f, view_units(view, WIDTH));
    bool has_note = !view->session->reel.has_encoder;
    float wanted = view_units(view, ROW * REEL_ROWS + (has_note ? 150 : 118));
    float height = fminf(all_h * 0.96f, wanted), share = height / wanted;
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 16) * share);
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 9,
                      rect_cut_top(&inside, view_units(view, 30) * share), -1, theme->text,
                      view_text(view, STRING_REEL_TITLE));
    rect_cut_top(&inside, view_units(view, 6) * share);
    for (int row = 0; row < REEL_ROWS; ++row)
        build_reel_row(view, rect_cut_top(&inside, view_units(view, ROW) * share), (ReelRow)row);
    build_reel_foot(view, inside);
}

/* How far the film is; a click ends it. */
static void build_reel_bar(View *view)
{
    const Theme *theme = view->theme;
    const Reel *reel = &view->session->reel;
    float gap = view_units(view, 12), height = view_units(view, 40);
    float width = fminf(view_units(view, BAR_WIDTH), (float)view->scene->width - 2 * gap);
    Rect box = {((float)view->scene->width - width) / 2, gap, width, height};
    scene_box(view->scene, box, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, view_units(view, 2)), target_tag(TARGET_BUTTON, COMMAND_CLOSE, 0));
    Rect inside = rect_inset(box, view_units(view, 6));
    bool is_ending = reel->total && reel->done >= reel->total;
    const char *text = reel->is_cancelled ? view_text(view, STRING_REEL_ENDING)
                       : is_ending
                           ? view_text(view, STRING_REEL_WRITING)
                           : view_format(view, STRING_REEL_BUSY, (unsigned long long)reel->done,
                                         (unsigned long long)reel->total);
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, rect_cut_top(&inside, inside.h * 0.62f), 0,
                      theme->text, text);
    Rect track = rect_cut_bottom(&inside, view_units(view, 6));
    scene_box(view->scene, track, track.h / 2, theme->well, theme->muted, view_hairline(view),
              (PickTag){0});
    if (reel->total)
        track.w *= fminf(1, (float)reel->done / (float)reel->total);
    if (reel->total && track.w >= 1)
        scene_box(view->scene, track, track.h / 2, theme->accent, 0, 0, (PickTag){0});
}

void reel_build(View *view)
{
    if (view->session->reel.is_open)
        build_sheet(view);
    if (view->session->reel.state != REEL_IDLE)
        build_reel_bar(view);
}
