/* The form of a launch: a row for each field, its text between a minus and a plus, and what is
 * wrong with it beside it. Above them all stands the launch as the fields would have it. */
#include "session/data/session_data.h"
#include "session/edits/control.h"
#include "view/draw/button.h"
#include "view/sheets/sheet.h"
#include "view/sheets/sheets.h"

#include <math.h>
#include <string.h>

static const float WIDTH = 660, ROW = 29, LABEL = 200, VALUE = 230, SIGN = 28, NOTE_LEAST = 60;

static const char *label_text(View *view, const FormField *field)
{
    switch (field->kind) {
    case FORM_CELL: return view_text(view, STRING_FORM_CELL);
    case FORM_KERNEL: return view_text(view, STRING_CONTROL_KERNEL);
    case FORM_TEMPLATE: return view_format(view, STRING_FORM_TEMPLATE, field->name);
    case FORM_GRID: return view_text(view, STRING_FORM_GRID);
    case FORM_BLOCK: return view_text(view, STRING_FORM_BLOCK);
    case FORM_SHARED: return view_text(view, STRING_FORM_SHARED);
    case FORM_SIZE: return view_format(view, STRING_FORM_SIZE, field->name);
    case FORM_SCALAR: return view_format(view, STRING_FORM_SCALAR, field->name);
    default: return view_format(view, STRING_FORM_BUFFER, field->name);
    }
}

static void build_sign(View *view, Rect rect, uint32_t row, uint32_t more)
{
    const Theme *theme = view->theme;
    const Target *hover = &view->selection->hover;
    bool is_hovered = hover->kind == TARGET_FIELD_STEP && hover->a == row && hover->b == more;
    rect = rect_inset(rect, view_units(view, 3));
    scene_box(view->scene, rect, view_units(view, 4), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_FIELD_STEP, row, more));
    view_label(view, FONT_UI, TEXT_BODY, rect, 0, theme->text, more ? "+" : "−");
}

/* The text with a caret, or the whole of it marked while what is typed would replace it. */
static void build_field_text(View *view, Rect box, const FormField *field, bool is_picked)
{
    const Form *form = &view->session->sheets.form;
    const Theme *theme = view->theme;
    rect_cut_left(&box, view_units(view, 8));
    rect_cut_right(&box, view_units(view, 6));
    float width = view_text_width(view, FONT_CODE, TEXT_BODY, field->text);
    float shift = is_picked ? fmaxf(0, width - box.w + view_units(view, 4)) : 0;
    if (is_picked && form->is_fresh)
        scene_rect(view->scene,
                   (Rect){box.x - 1, box.y + box.h * 0.15f, fminf(width, box.w) + 2, box.h * 0.7f},
                   theme->marked_tint, (PickTag){0});
    scene_clip(view->scene, box);
    Rect text = {box.x - shift, box.y, width + box.w, box.h};
    view_label(view, FONT_CODE, TEXT_BODY, text, -1, theme->text, field->text);
    scene_unclip(view->scene);
    if (!is_picked || form->is_fresh || form->caret > strlen(field->text))
        return;
    const char *before = arena_text(view->arena, field->text, form->caret);
    float x = text.x + view_text_width(view, FONT_CODE, TEXT_BODY, before);
    scene_rect(view->scene,
               (Rect){x, box.y + box.h * 0.15f, fmaxf(1, view_units(view, 1.5f)), box.h * 0.7f},
               theme->focus, (PickTag){0});
}

/* Beside the field: what is wrong with it, or that nobody has said it yet. */
static void build_note(View *view, Rect rect, const FormField *field)
{
    const Theme *theme = view->theme;
    rect_cut_left(&rect, view_units(view, 10));
    if (rect.w < view_units(view, NOTE_LEAST))
        return;
    if (field->wrong != STRING_COUNT || *field->error)
        scene_paragraph(view->scene, FONT_UI, view_font(view, 11),
                        (Point){rect.x, rect.y + view_units(view, 1)}, rect.w, 2, theme->danger,
                        *field->error ? field->error : view_text(view, field->wrong));
    else if (field->is_assumed && !field->is_edited)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect, -1, theme->warning,
                          view_text(view, STRING_FORM_ASSUMED));
}

static void build_field_row(View *view, Rect row, uint32_t index)
{
    const Theme *theme = view->theme;
    const Form *form = &view->session->sheets.form;
    const FormField *field = &form->fields[index];
    bool is_picked = form->row == (int)index;
    bool is_wrong = field->wrong != STRING_COUNT || *field->error;
    float share = fminf(1, row.w / view_units(view, LABEL + VALUE));
    Rect label = rect_cut_left(&row, share * view_units(view, LABEL));
    view_label_fitted(view, FONT_UI, TEXT_SMALL + 1, 8, label, -1, theme->text,
                      label_text(view, field));
    Rect value = rect_cut_left(&row, share * view_units(view, VALUE));
    build_sign(view, rect_cut_left(&value, view_units(view, SIGN)), index, 0);
    build_sign(view, rect_cut_right(&value, view_units(view, SIGN)), index, 1);
    Rect box = {value.x, value.y + view_units(view, 2), value.w, value.h - view_units(view, 4)};
    scene_box(view->scene, box, view_units(view, 4), theme->well,
              is_picked  ? theme->focus
              : is_wrong ? theme->danger
                         : theme->muted,
              is_picked ? view_units(view, 2.5f) : view_hairline(view),
              target_tag(TARGET_FIELD, index, 0));
    build_field_text(view, box, field, is_picked);
    build_note(view, row, field);
}

static void build_form_head(View *view, Rect *inside, const char *title)
{
    const Form *form = &view->session->sheets.form;
    Rect head = rect_cut_top(inside, view_units(view, 28));
    float gap = view_units(view, 5);
    const CommandName tools[] = {COMMAND_CLOSE, COMMAND_RESTORE};
    const char *const keys[] = {"Esc", "Ctrl+R"};
    for (int i = 0; i < 2; ++i) {
        const char *words =
            i == 0 ? keys[i]
                   : arena_printf(view->arena, "%s  %s",
                                  command_info[tools[i]].help[view->language], keys[i]);
        rect_cut_right(&head, button_words_build(view, head, tools[i], words) + gap);
    }
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, head, -1, view->theme->text, title);
    Rect launch = rect_cut_top(inside, view_units(view, 24));
    view_label_fitted(view, FONT_CODE, TEXT_BODY, 8, launch, -1, view->theme->accent, form->launch);
}

static void build_form_foot(View *view, Rect foot)
{
    const Form *form = &view->session->sheets.form;
    Rect line = rect_cut_bottom(&foot, view_units(view, 26));
    rect_cut_right(
        &line, button_words_build(view, line, COMMAND_FORM_SEND, view_text(view, STRING_FORM_RUN)) +
                   view_units(view, 8));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->muted,
                      view_text(view, STRING_FORM_HINT));
    Colour colour;
    const char *cover = view_coverage(view, &form->coverage, form->output, &colour);
    if (!*form->error && cover)
        scene_paragraph(view->scene, FONT_UI, view_font(view, 12),
                        (Point){foot.x, foot.y + view_units(view, 4)}, foot.w, 2, colour, cover);
    if (*form->error)
        scene_paragraph(view->scene, FONT_UI, view_font(view, 12),
                        (Point){foot.x, foot.y + view_units(view, 4)}, foot.w, 2,
                        view->theme->danger, form->error);
}

void form_build(View *view)
{
    const Form *form = &view->session->sheets.form;
    float all_w = (float)view->scene->width, all_h = (float)view->scene->height;
    sheet_dim(view, target_tag(TARGET_SHEET, 0, 0));
    float width = fminf(all_w * 0.98f, view_units(view, WIDTH)), chrome = view_units(view, 150);
    float row = view_units(view, ROW);
    int rows = sheet_rows(view, all_h * 0.98f - chrome, form->count, &row);
    int first = sheet_first(form->row, rows);
    float height = row * (float)rows + chrome;
    Rect sheet = sheet_build(view, width, height, target_tag(TARGET_SHEET, 0, 0));
    Rect inside = rect_inset(sheet, view_units(view, 18));
    build_form_head(view, &inside, sheet_title(view, STRING_FORM_TITLE, first, rows, form->count));
    rect_cut_top(&inside, view_units(view, 6));
    for (int i = first; i < form->count && i < first + rows; ++i)
        build_field_row(view, rect_cut_top(&inside, row), (uint32_t)i);
    build_form_foot(view, inside);
}
