/* A row is the launch as the host would write it, and its line at the right end. */
#include "view/draw/launches.h"

#include "session/edits/launches.h"
#include "view/draw/button.h"

#include <math.h>
#include <string.h>

static const float ROW = 19, LINE_COLUMN = 86;

static const char *row_text(View *view, const LaunchRow *row)
{
    if (row->cell)
        return view_format(view, STRING_LAUNCH_CELL, row->cell);
    if (!row->grid)
        return row->kernel;
    return arena_printf(view->arena, "%s <<<%s%s%s, %s%s%s>>>", row->kernel,
                        strchr(row->grid, ',') ? "(" : "", row->grid,
                        strchr(row->grid, ',') ? ")" : "", strchr(row->block, ',') ? "(" : "",
                        row->block, strchr(row->block, ',') ? ")" : "");
}

/* The one that is open stands out, in the colour of mistakes if it cannot run. */
static void build_launch_row(View *view, Rect box, int index, const LaunchRow *row, bool runs)
{
    const Theme *theme = view->theme;
    Colour open = runs ? theme->accent : theme->danger;
    bool is_hovered = view_is_hovered(view, TARGET_LAUNCH, (uint32_t)index, 0);
    scene_box(view->scene, box, view_units(view, 3),
              is_hovered || (row->is_open && runs) ? theme->accent_tint : theme->well,
              row->is_open ? open : 0, row->is_open ? view_hairline(view) : 0,
              target_tag(TARGET_LAUNCH, (uint32_t)index, 0));
    Rect number = rect_cut_left(&box, view_units(view, 24));
    rect_cut_right(&number, view_units(view, 6));
    if (row->grid) /* as --launch has it */
        view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, number, 1,
                          row->is_open ? open : theme->muted,
                          arena_printf(view->arena, "%d", index + 1));
    rect_cut_right(&box, view_units(view, 4));
    const char *line = row->cell ? "" : view_format(view, STRING_OFF_LINE, row->line);
    if (!row->grid && !row->cell)
        line = arena_printf(view->arena, "%s · %s", view_text(view, STRING_LAUNCH_NONE), line);
    float width = fmaxf(view_units(view, LINE_COLUMN / 2),
                        view_text_width(view, FONT_UI, TEXT_SMALL - 1, line) + view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, rect_cut_right(&box, width), 1,
                      theme->muted, line);
    view_label_fitted(view, row->cell ? FONT_UI : FONT_CODE, TEXT_SMALL - 1, 8, box, -1,
                      row->grid ? theme->text : theme->muted, row_text(view, row));
}

void launches_build(View *view, const SessionRun *slot, StringKey heading, int most_rows,
                    Rect *room)
{
    const LaunchRow *rows;
    int count = launches_list(slot->run, view->arena, &rows), open = 0, first;
    if (count < 2 || most_rows < 1)
        return;
    for (int i = 0; i < count; ++i)
        open = rows[i].is_open ? i : open;
    int shown = count < most_rows ? count : most_rows;
    first = open - shown / 2;
    first = first < 0 ? 0 : first > count - shown ? count - shown : first;
    const char *keys = key_text(view, COMMAND_LAUNCH_NEXT);
    const char *words = view_format(view, heading, keys);
    if (shown < count)
        words =
            arena_printf(view->arena, "%s · %d–%d / %d", words, first + 1, first + shown, count);
    view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, rect_cut_top(room, view_units(view, 17)),
                      -1, view->theme->muted, words);
    for (int i = first; i < first + shown; ++i) {
        build_launch_row(view, rect_cut_top(room, view_units(view, ROW)), i, &rows[i],
                         slot->timeline);
        rect_cut_top(room, 1);
    }
    rect_cut_top(room, view_units(view, 4));
}

/* ---- what is not as the file says ---- */

static const char *assumed_text(View *view, const Run *run)
{
    const char *text = "";
    for (int i = 0; i < run->assumed_count; ++i)
        text = arena_printf(view->arena, "%s%s%s = %s", text, i ? ", " : "", run->assumed[i].name,
                            run->assumed[i].value);
    return text;
}

static const char *shrunk_text(View *view, const Run *run)
{
    const char *text = "";
    for (int i = 0; i < run->shrunk_count; ++i)
        text = arena_printf(view->arena, "%s%s%s = %lld (%lld)", text, i ? ", " : "",
                            run->shrunk[i].name, (long long)run->shrunk[i].to,
                            (long long)run->shrunk[i].from);
    return text;
}

static void build_change(View *view, Rect *room, StringKey format, const char *text,
                         CommandName command)
{
    const Theme *theme = view->theme;
    if (!*text)
        return;
    Rect box = rect_cut_top(room, view_units(view, ROW));
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    const char *key = key_text(view, command);
    scene_box(view->scene, box, view_units(view, 3), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_BUTTON, command, 0));
    box = rect_inset(box, view_units(view, 3));
    float width = view_text_width(view, FONT_UI, TEXT_SMALL - 1, key) + view_units(view, 8);
    view_label(view, FONT_UI, TEXT_SMALL - 1, rect_cut_right(&box, width), 1, theme->muted, key);
    rect_cut_left(&box, view_units(view, 4));
    view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, box, -1, theme->text,
                      view_format(view, format, text));
    rect_cut_top(room, view_units(view, 3));
}

void launches_build_changes(View *view, const SessionRun *slot, Rect *room)
{
    build_change(view, room, STRING_LAUNCH_ASSUMED, assumed_text(view, slot->run), COMMAND_LAUNCH);
    build_change(view, room, STRING_LAUNCH_SHRUNK, shrunk_text(view, slot->run), COMMAND_FULL_SIZE);
}
