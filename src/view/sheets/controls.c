/* The sheet of controls: one row for each, a value between a minus and a plus. The row with the
 * frame is the one that the arrows adjust. It stands at the right, but never over a lesson. */
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/rerun/coverage.h"
#include "view/draw/button.h"
#include "view/draw/signs.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>

static const float WIDTH = 400, ROW = 27, VALUE = 180, SIGN = 30;

static StringKey label_key(const Control *control)
{
    static const StringKey kinds[CONTROL_KINDS] = {
        [CONTROL_KERNEL] = STRING_CONTROL_KERNEL, [CONTROL_ORDER] = STRING_CONTROL_ORDER,
        [CONTROL_SEED] = STRING_CONTROL_SEED,     [CONTROL_DATA] = STRING_CONTROL_DATA,
        [CONTROL_FMAD] = STRING_CONTROL_FMAD,
    };
    if (control->kind == CONTROL_BREAK)
        return STRING_STOP_FINDING + (StringKey)control->choice;
    return kinds[control->kind];
}

static const char *label_text(View *view, const Control *control)
{
    if (control->kind == CONTROL_GRID || control->kind == CONTROL_BLOCK)
        return view_either(view, control->kind == CONTROL_GRID, STRING_CONTROL_GRID,
                           STRING_CONTROL_BLOCK, "xyz"[control->choice]);
    bool is_named = control->kind == CONTROL_MACRO || control->kind == CONTROL_SIZE;
    return is_named ? control->name : view_text(view, label_key(control));
}

static const char *control_value_text(const View *view, const Control *control)
{
    switch (control->kind) {
    case CONTROL_KERNEL: return control->name;
    case CONTROL_ORDER: return view_text(view, STRING_ORDER_ROUND + (StringKey)control->value);
    case CONTROL_DATA: return view_text(view, STRING_DATA_FILE + (StringKey)control->value);
    case CONTROL_FMAD:
    case CONTROL_BREAK: return view_text(view, control->value ? STRING_ON : STRING_OFF);
    default: return arena_printf(view->arena, "%lld", (long long)control->value);
    }
}

static void build_control_row(View *view, Rect row, uint32_t index, const Control *control)
{
    const Theme *theme = view->theme;
    bool is_picked = view->selection->control == (int)index;
    if (is_picked)
        scene_box(view->scene, row, view_units(view, 5), theme->accent_tint, theme->focus,
                  view_units(view, 2), (PickTag){0});
    Rect value = rect_cut_right(&row, view_units(view, VALUE));
    rect_cut_left(&row, view_units(view, 8));
    Rect mark = rect_cut_left(&row, view_units(view, 12));
    if (control->is_changed)
        sign_circle(view, SIGN_CHANGED, rect_centre(mark), view_units(view, 3), theme->accent, 0,
                    0);
    rect_cut_right(&row, view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 9, row, -1, theme->text,
                      label_text(view, control));
    button_sign_build(view, rect_cut_left(&value, view_units(view, SIGN)), TARGET_CONTROL, index,
                      ADJUST_DOWN);
    button_sign_build(view, rect_cut_right(&value, view_units(view, SIGN)), TARGET_CONTROL, index,
                      ADJUST_UP);
    view_label_fitted(view, control->kind == CONTROL_KERNEL ? FONT_CODE : FONT_UI, TEXT_SMALL + 1,
                      8, value, 0, theme->text, control_value_text(view, control));
}

static void build_controls_head(View *view, Rect head, const char *title)
{
    float gap = view_units(view, 5);
    const CommandName tools[] = {COMMAND_CLOSE, COMMAND_RESTORE};
    for (int i = 0; i < 2; ++i) {
        const char *words = i == 0 ? key_text(view, tools[i])
                                   : arena_printf(view->arena, "%s  %s",
                                                  command_info[tools[i]].help[view->language],
                                                  key_text(view, tools[i]));
        rect_cut_right(&head, button_words_build(view, head, tools[i], words) + gap);
    }
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, head, -1, view->theme->text, title);
}

/* The launch as the host would write it; a press opens it as a form. */
static void build_launch_line(View *view, Rect *inside)
{
    const SessionRun *slot = view->slot;
    Rect line = rect_cut_top(inside, view_units(view, 26));
    const char *text = form_launch_text(view->arena, slot->run);
    const char *key = key_text(view, COMMAND_LAUNCH);
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, COMMAND_LAUNCH, 0);
    scene_box(view->scene, line, view_units(view, 4),
              is_hovered ? view->theme->accent_tint : view->theme->well,
              is_hovered ? view->theme->accent : view->theme->muted, view_hairline(view),
              target_tag(TARGET_BUTTON, COMMAND_LAUNCH, 0));
    line = rect_inset(line, view_units(view, 8));
    view_label(view, FONT_UI, TEXT_SMALL,
               rect_cut_right(&line, view_text_width(view, FONT_UI, TEXT_SMALL, key) + 1), 1,
               view->theme->muted, key);
    rect_cut_right(&line, view_units(view, 8));
    view_label_fitted(view, FONT_CODE, TEXT_SMALL, 7, line, -1, view->theme->text, text);
    Coverage coverage = coverage_find(view->launch, slot->tiles, slot->last);
    Colour colour;
    const char *output = coverage.buffer >= 0 ? view->launch->buffers[coverage.buffer].name : "";
    const char *cover = view_coverage(view, &coverage, output, &colour);
    Rect below = rect_cut_top(inside, view_units(view, 36));
    if (cover)
        scene_paragraph(view->scene, FONT_UI, view_font(view, 12),
                        (Point){below.x, below.y + view_units(view, 2)}, below.w, 2, colour, cover);
}

static void build_trouble(View *view, Rect room)
{
    const char *text = session_trouble(view->session);
    if (!text)
        return;
    scene_clip(view->scene, room);
    scene_paragraph(view->scene, FONT_UI, view_font(view, 12), (Point){room.x, room.y}, room.w, 3,
                    view->theme->danger, text);
    scene_unclip(view->scene);
}

void controls_build(View *view)
{
    const Theme *theme = view->theme;
    const Control *list;
    int count = session_controls(view->session, view->arena, &list);
    bool has_trouble = session_trouble(view->session) != NULL;
    float width = fminf(view_units(view, WIDTH), (float)view->scene->width);
    float chrome = view_units(view, has_trouble ? 174 : 124), most = (float)view->scene->height;
    float row = view_units(view, ROW);
    int rows = sheet_rows(view, most - chrome, count + 1, &row);
    rows = rows < count ? rows : count;
    int first = sheet_first(view->selection->control, rows);
    float height = row * (float)rows + chrome, gap = view_units(view, 12);
    bool has_task = view->layout.lesson.w > 0; /* at the right, which says what to set */
    Rect sheet = {has_task ? gap : roundf((float)view->scene->width - width - gap),
                  roundf(fmaxf(0, ((float)view->scene->height - height) / 2)), width, height};
    scene_box(view->scene, rect_inset(sheet, -view_units(view, 4)), view_units(view, 12),
              colour_alpha(theme->text, 0.18f), 0, 0, (PickTag){0});
    scene_box(view->scene, sheet, view_units(view, 10), theme->panel, theme->edge,
              fmaxf(1, view_units(view, theme->line)), target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 12));
    build_controls_head(view, rect_cut_top(&inside, view_units(view, 24)),
                        sheet_title(view, STRING_CONTROLS, first, rows, count));
    rect_cut_top(&inside, view_units(view, 8));
    build_launch_line(view, &inside);
    for (int i = first; i < count && i < first + rows; ++i)
        build_control_row(view, rect_cut_top(&inside, row), (uint32_t)i, &list[i]);
    build_trouble(view, inside);
}
