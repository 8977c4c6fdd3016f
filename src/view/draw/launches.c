/* A row is the launch as the host would write it, and its line at the right end. */
#include "view/draw/launches.h"

#include "session/edits/full_size.h"
#include "session/edits/launches.h"
#include "session/programs/console.h"
#include "view/draw/button.h"

#include <math.h>
#include <string.h>

static const float ROW = 19, LINE_COLUMN = 86, WORDS_LEAST = 9;

/* "(2,3)", and "4" as it is. */
static const char *extent_words(View *view, const char *extent)
{
    return strchr(extent, ',') ? arena_printf(view->arena, "(%s)", extent) : extent;
}

const char *launches_name_fitted(View *view, float units, float width, const char *text)
{
    int length = (int)strlen(text);
    const char *part = text;
    for (int kept = length - 1; kept > 6 && view_text_width(view, FONT_CODE, units, part) > width;
         --kept) {
        int head = (kept + 1) / 2, tail = length - kept / 2;
        while (head > 0 && ((unsigned char)text[head] & 0xc0) == 0x80)
            --head;
        while (((unsigned char)text[tail] & 0xc0) == 0x80)
            ++tail;
        part = arena_printf(view->arena, "%.*s…%s", head, text, text + tail);
    }
    return part;
}

/* The launch as the host would write it: its extents are always seen. */
static void build_launch(View *view, Rect box, const LaunchRow *row)
{
    const float units = TEXT_SMALL - 1;
    Colour colour = row->grid ? view->theme->text : view->theme->muted;
    const char *extents =
        row->grid ? arena_printf(view->arena, " <<<%s, %s>>>", extent_words(view, row->grid),
                                 extent_words(view, row->block))
                  : "";
    float rest = view_text_width(view, FONT_CODE, units, extents);
    const char *name = launches_name_fitted(view, units, box.w - rest, row->kernel);
    view_label_fitted(view, FONT_CODE, units, 8, box, -1, colour,
                      arena_printf(view->arena, "%s%s", name, extents));
}

static const char *cell_words(View *view, const LaunchRow *row)
{
    return *row->kernel ? view_format(view, STRING_LAUNCH_CELL_OF, row->cell, row->kernel)
                        : view_format(view, STRING_LAUNCH_CELL, row->cell);
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
    if (row->launch) /* as --launch has it */
        view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, number, 1,
                          row->is_open ? open : theme->muted,
                          arena_printf(view->arena, "%d", row->launch));
    rect_cut_right(&box, view_units(view, 4));
    const char *line = row->cell ? "" : view_format(view, STRING_OFF_LINE, row->line);
    if (!row->grid && !row->cell)
        line = arena_printf(view->arena, "%s · %s", view_text(view, STRING_LAUNCH_NONE), line);
    float width = fmaxf(view_units(view, LINE_COLUMN / 2),
                        view_text_width(view, FONT_UI, TEXT_SMALL - 1, line) + view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, rect_cut_right(&box, width), 1,
                      theme->muted, line);
    if (row->cell)
        view_label_fitted(view, FONT_UI, TEXT_SMALL - 1, 8, box, -1, theme->muted,
                          cell_words(view, row));
    else
        build_launch(view, box, row);
}

/* The first of the rows shown: where the list was scrolled to, else around the one that is open. */
static int first_row(const View *view, const LaunchRow *rows, int count, int shown)
{
    int open = 0, scroll = view->selection->launch_scroll;
    for (int i = 0; i < count; ++i)
        open = rows[i].is_open ? i : open;
    int first = scroll ? scroll - 1 : open - shown / 2;
    return first < 0 ? 0 : first > count - shown ? count - shown : first;
}

void launches_build(View *view, const SessionRun *slot, StringKey heading, int most_rows,
                    Rect *room)
{
    const LaunchRow *rows;
    int count = launches_list(slot->run, view->arena, &rows);
    if (count < 2 || most_rows < 1)
        return;
    int shown = count < most_rows ? count : most_rows, first = first_row(view, rows, count, shown);
    if (shown < count)
        scene_rect(view->scene, *room, 0,
                   target_tag(TARGET_LAUNCHES, (uint32_t)first, (uint32_t)(count - shown - first)));
    const char *keys = key_text(view, COMMAND_LAUNCH_NEXT);
    const char *words = view_fill(view, heading, keys, NULL);
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

/* A line to press: what was changed, briefly where the words have no room, and what a press does
 * about it, if there is room for that. */
static void build_change(View *view, Rect *room, const char *words, const char *brief,
                         StringKey way, CommandName command)
{
    const Theme *theme = view->theme;
    Rect box = rect_cut_top(room, view_units(view, ROW));
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, command, 0);
    const char *key = key_text(view, command), *does = view_fill(view, way, key, NULL);
    scene_box(view->scene, box, view_units(view, 3), is_hovered ? theme->accent_tint : theme->well,
              is_hovered ? theme->accent : theme->muted, view_hairline(view),
              target_tag(TARGET_BUTTON, command, 0));
    box = rect_inset(box, view_units(view, 3));
    const float units = TEXT_SMALL - 1, gap = view_units(view, 8);
    rect_cut_left(&box, view_units(view, 4));
    rect_cut_right(&box, view_units(view, 2));
    float room_of_words = box.w - gap - view_text_width(view, FONT_UI, units, key);
    words = view_text_width(view, FONT_UI, WORDS_LEAST, words) <= room_of_words ? words : brief;
    float left = box.w - gap - view_text_width(view, FONT_UI, units, words);
    does = view_text_width(view, FONT_UI, units, does) <= left ? does : key;
    float width = view_text_width(view, FONT_UI, units, does) + gap;
    view_label(view, FONT_UI, units, rect_cut_right(&box, width), 1, theme->muted, does);
    view_label_fitted(view, FONT_UI, units, 8, box, -1, theme->text, words);
    rect_cut_top(room, view_units(view, 3));
}

/* Where the file is a program, running it tells the real values. */
static void build_assumed(View *view, Rect *room, const char *text)
{
    const char *brief = view_fill(view, STRING_LAUNCH_ASSUMED, text, NULL), *words = brief;
    if (console_has_main(view->session))
        words = view_format(view, STRING_CONSOLE_REAL, key_text(view, COMMAND_CONSOLE), text);
    build_change(view, room, words, brief, STRING_LAUNCH_CHANGE, COMMAND_LAUNCH);
}

void launches_build_changes(View *view, const SessionRun *slot, Rect *room)
{
    const char *assumed = assumed_text(view, slot->run);
    const char *shrunk = full_size_words(view->arena, slot->run);
    int number = console_launch_open(view->session);
    if (number) {
        const char *words = view_format(view, STRING_CONSOLE_OPENED, number);
        build_change(view, room, words, words, STRING_CONSOLE_BACK, COMMAND_CONSOLE);
    }
    if (*assumed)
        build_assumed(view, room, assumed);
    if (*shrunk) {
        const char *words = view_fill(view, STRING_LAUNCH_SHRUNK, shrunk, NULL);
        build_change(view, room, words, words, STRING_LAUNCH_FULL, COMMAND_FULL_SIZE);
    }
}
