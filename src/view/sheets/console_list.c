/* The launches of the program in their order, a row each, with the copies and sets between them;
 * where there are several streams, each has a lane of its own at the left. Below them stands what
 * was found in the picked one. The faults of the host part are a list of the same kind. */
#include "view/sheets/console.h"

#include "base/file.h"
#include "session/programs/console.h"
#include "view/draw/button.h"
#include "view/draw/launches.h"
#include "view/draw/signs.h"

#include <math.h>

enum { LANES_MOST = 6, FAULT_LINES = 3, DETAIL_LINES = 6 };
static const float ROW = 22, HEAD_ROW = 18, LANE = 16, NUMBER = 34, NAME_LEAST = 210,
                   COUNT_COLUMN = 84, FOUND_COLUMN = 74, LINE_COLUMN = 52, FAULT_ROW = 20;

/* ---- lanes ---- */

/* The streams of the program, the default one first, then in the order in which they were used; all
 * behind the last one share its lane. */
typedef struct Lanes {
    uint64_t streams[LANES_MOST];
    int count;
    bool is_cut;
} Lanes;

static int lane_of(const Lanes *lanes, uint64_t stream)
{
    for (int i = 0; i < lanes->count; ++i)
        if (lanes->streams[i] == stream)
            return i;
    return lanes->count - 1;
}

static Lanes lanes_of(const ConsoleFacts *facts)
{
    Lanes lanes = {.count = 0};
    for (int i = 0; i < facts->row_count && !lanes.count; ++i)
        lanes.count = facts->rows[i].stream == 0;
    for (int i = 0; i < facts->row_count; ++i) {
        uint64_t stream = facts->rows[i].stream;
        int lane = lane_of(&lanes, stream);
        if (lane >= 0 && lanes.streams[lane] == stream)
            continue;
        lanes.is_cut |= lanes.count == LANES_MOST;
        if (lanes.count < LANES_MOST)
            lanes.streams[lanes.count++] = stream;
    }
    return lanes;
}

static float lanes_width(View *view, const Lanes *lanes)
{
    return lanes->count > 1 ? view_units(view, LANE) * (float)lanes->count + view_units(view, 6)
                            : 0;
}

/* A line for each, and on its own the row's mark: a disc for a launch, a square for a copy. */
static void build_lanes(View *view, Rect room, const Lanes *lanes, const ExecJobRow *row)
{
    const Theme *theme = view->theme;
    float step = view_units(view, LANE);
    for (int i = 0; i < lanes->count; ++i) {
        float x = room.x + step * ((float)i + 0.5f);
        scene_line(view->scene, (Point){x, room.y}, (Point){x, room.y + room.h}, theme->grid,
                   fmaxf(1, view_units(view, 1.5f)));
    }
    Point centre = {room.x + step * ((float)lane_of(lanes, row->stream) + 0.5f),
                    room.y + room.h / 2};
    float radius = view_units(view, 4.5f);
    if (row->number)
        sign_circle(view, SIGN_LANE, centre, radius, theme->accent, 0, 0);
    else
        scene_box(view->scene, (Rect){centre.x - radius, centre.y - radius, 2 * radius, 2 * radius},
                  0, theme->panel, theme->muted, view_units(view, 1.5f), (PickTag){0});
}

static void build_lane_heads(View *view, Rect room, const Lanes *lanes)
{
    float step = view_units(view, LANE);
    for (int i = 0; i < lanes->count; ++i) {
        bool is_rest = lanes->is_cut && i == lanes->count - 1;
        view_label_fitted(
            view, FONT_UI, TEXT_TINY, 8, (Rect){room.x + step * (float)i, room.y, step, room.h}, 0,
            view->theme->muted,
            is_rest ? "…"
                    : arena_printf(view->arena, "%llu", (unsigned long long)lanes->streams[i]));
    }
}

/* ---- rows ---- */

/* Which columns have room, and how wide the lanes are. */
typedef struct Columns {
    Lanes lanes;
    bool has_counts;
} Columns;

static const char *extent_words(View *view, const uint32_t extent[3])
{
    return extent[2] > 1 ? arena_printf(view->arena, "(%u,%u,%u)", extent[0], extent[1], extent[2])
           : extent[1] > 1 ? arena_printf(view->arena, "(%u,%u)", extent[0], extent[1])
                           : arena_printf(view->arena, "%u", extent[0]);
}

static void build_cell(View *view, Rect cell, Colour colour, const char *text)
{
    rect_cut_left(&cell, view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, cell, 1, colour, text);
}

/* "× 2", with a sign, so that it is seen without colours. */
static void build_found(View *view, Rect cell, const ExecJobRow *row)
{
    const Theme *theme = view->theme;
    if (row->refused)
        build_cell(view, cell, theme->warning,
                   arena_printf(view->arena, "! %s", view_text(view, STRING_CONSOLE_ROW_REFUSED)));
    else if (row->findings)
        build_cell(view, cell, theme->danger, arena_printf(view->arena, "× %d", row->findings));
    else
        build_cell(view, cell, theme->muted, "–");
}

static const char *number_text(View *view, uint64_t number)
{
    return arena_printf(view->arena, "%llu", (unsigned long long)number);
}

/* "copy to the device: A, 4096 bytes" */
static const char *move_text(View *view, const ExecJobRow *row)
{
    static const StringKey kinds[] = {
        [EXEC_MOVE_TO_DEVICE] = STRING_CONSOLE_TO_DEVICE,
        [EXEC_MOVE_TO_HOST] = STRING_CONSOLE_TO_HOST,
        [EXEC_MOVE_INSIDE] = STRING_CONSOLE_INSIDE,
        [EXEC_MOVE_SET] = STRING_CONSOLE_SET,
    };
    const char *bytes = view_format(view, STRING_CONSOLE_BYTES, (unsigned long long)row->bytes);
    const char *what =
        *row->kernel ? view_fill(view, STRING_CONSOLE_MOVED, row->kernel, bytes) : bytes;
    return view_fill(view, kinds[row->move], what, NULL);
}

static void build_name(View *view, Rect room, const ExecJobRow *row)
{
    const Theme *theme = view->theme;
    float units = TEXT_SMALL;
    if (!row->number) {
        view_label_fitted(view, FONT_UI, units, 8, room, -1, theme->muted, move_text(view, row));
        return;
    }
    const char *extents = arena_printf(view->arena, " <<<%s, %s>>>", extent_words(view, row->grid),
                                       extent_words(view, row->block));
    float rest = view_text_width(view, FONT_CODE, units, extents);
    const char *name = launches_name_fitted(view, units, room.w - rest, row->kernel);
    view_label_fitted(view, FONT_CODE, units, 8, room, -1, theme->text,
                      arena_printf(view->arena, "%s%s", name, extents));
}

static void build_row(View *view, Rect box, int index, const ExecJobRow *row,
                      const Columns *columns)
{
    const Theme *theme = view->theme;
    const Console *console = &view->session->console;
    bool is_picked = console->row == index;
    bool is_open = row->number && row->number == console_launch_open(view->session);
    bool is_hovered = view_is_hovered(view, TARGET_CONSOLE, CONSOLE_LAUNCHES, (uint32_t)index);
    scene_box(view->scene, box, view_units(view, 4),
              is_picked || is_hovered ? theme->accent_tint : 0,
              is_picked && console->part == CONSOLE_LAUNCHES ? theme->focus
              : is_open                                      ? theme->accent
                                                             : 0,
              is_picked ? view_units(view, 2) : view_hairline(view),
              target_tag(TARGET_CONSOLE, CONSOLE_LAUNCHES, (uint32_t)index));
    if (columns->lanes.count > 1)
        build_lanes(view, rect_cut_left(&box, lanes_width(view, &columns->lanes)), &columns->lanes,
                    row);
    Rect number = rect_cut_left(&box, view_units(view, NUMBER));
    rect_cut_right(&number, view_units(view, 8));
    if (row->number)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, number, 1, theme->muted,
                          number_text(view, (uint64_t)row->number));
    rect_cut_right(&box, view_units(view, 6));
    Rect found = rect_cut_right(&box, view_units(view, FOUND_COLUMN));
    if (row->number)
        build_found(view, found, row);
    Rect writes = rect_cut_right(&box, columns->has_counts ? view_units(view, COUNT_COLUMN) : 0);
    Rect reads = rect_cut_right(&box, columns->has_counts ? view_units(view, COUNT_COLUMN) : 0);
    if (row->number && columns->has_counts && !row->refused) {
        build_cell(view, writes, theme->text,
                   number_text(view, row->counters.global_store.accesses));
        build_cell(view, reads, theme->text, number_text(view, row->counters.global_load.accesses));
    }
    Rect line = rect_cut_right(&box, view_units(view, LINE_COLUMN));
    if (row->line)
        build_cell(view, line, theme->muted, arena_printf(view->arena, "%d", row->line));
    build_name(view, box, row);
}

static void build_heads(View *view, Rect box, const Columns *columns)
{
    const Colour muted = view->theme->muted;
    build_lane_heads(view, rect_cut_left(&box, lanes_width(view, &columns->lanes)),
                     columns->lanes.count > 1 ? &columns->lanes : &(Lanes){.count = 0});
    rect_cut_left(&box, view_units(view, NUMBER));
    rect_cut_right(&box, view_units(view, 6));
    build_cell(view, rect_cut_right(&box, view_units(view, FOUND_COLUMN)), muted,
               view_text(view, STRING_CONSOLE_FOUND));
    if (columns->has_counts) {
        build_cell(view, rect_cut_right(&box, view_units(view, COUNT_COLUMN)), muted,
                   view_text(view, STRING_CONSOLE_WRITES));
        build_cell(view, rect_cut_right(&box, view_units(view, COUNT_COLUMN)), muted,
                   view_text(view, STRING_CONSOLE_READS));
    }
    build_cell(view, rect_cut_right(&box, view_units(view, LINE_COLUMN)), muted,
               view_text(view, STRING_CONSOLE_LINE_HEAD));
}

/* ---- the picked one ---- */

static const char *detail_text(View *view, const ExecJobRow *row, Colour *colour)
{
    const Theme *theme = view->theme;
    const char *first = row->first_finding[view->language];
    *colour = theme->muted;
    if (!row->number)
        return view_text(view, STRING_CONSOLE_COPY);
    *colour = theme->warning;
    if (row->refused)
        return row->refused;
    *colour = theme->danger;
    if (row->findings > 1)
        return view_format(view, STRING_CONSOLE_FINDINGS_MORE, row->number, first,
                           row->findings - 1);
    if (row->findings)
        return view_format(view, STRING_CONSOLE_FINDINGS, row->number, first);
    const ExecResult *result = view->session->console.facts.result;
    *colour = theme->warning;
    if (result && result->unread.number == row->number)
        return view_format(view, STRING_CONSOLE_UNREAD, row->number);
    *colour = theme->muted; /* its result was not compared */
    return view_format(view, STRING_CONSOLE_CLEAN, row->number);
}

/* What Enter does, as a button. */
static void build_way(View *view, Rect *line, StringKey words)
{
    const char *text = arena_printf(view->arena, "%s  Enter", view_text(view, words));
    rect_cut_right(line, button_words_build(view, *line, COMMAND_CONSOLE_GO, text));
    rect_cut_right(line, view_units(view, 8));
}

static float detail_height(View *view, float width, const ExecJobRow *row)
{
    Colour colour;
    return view_units(view, 22 + 5 + 6) +
           scene_paragraph_height(view->scene, FONT_UI, view_font(view, TEXT_SMALL), width,
                                  DETAIL_LINES, detail_text(view, row, &colour));
}

static void build_detail(View *view, Rect room, const ExecJobRow *row)
{
    Colour colour;
    const char *text = detail_text(view, row, &colour);
    scene_rect(view->scene, rect_cut_top(&room, view_hairline(view)), view->theme->grid,
               (PickTag){0});
    rect_cut_top(&room, view_units(view, 5));
    rect_cut_left(&room, view_units(view, 4));
    Rect line = rect_cut_top(&room, view_units(view, 22));
    if (row->number ? !row->refused : row->line != 0)
        build_way(view, &line,
                  !row->number                    ? STRING_CONSOLE_LINE
                  : row->is_kept && row->is_wrong ? STRING_CONSOLE_OPEN_WRONG
                  : row->is_kept && row->findings ? STRING_CONSOLE_OPEN_FINDING
                  : row->is_kept                  ? STRING_CONSOLE_OPEN
                                                  : STRING_CONSOLE_OPEN_AGAIN);
    console_line_build(view, line, row->file, row->line);
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_SMALL),
                    (Point){room.x, room.y + view_units(view, 4)}, room.w, DETAIL_LINES, colour,
                    text);
}

static void build_none(View *view, Rect room)
{
    const ConsoleFacts *facts = &view->session->console.facts;
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, rect_cut_top(&room, view_units(view, 26)), -1,
                      view->theme->muted,
                      view_text(view, facts->state == EXEC_JOB_ENDED ? STRING_CONSOLE_NEVER
                                                                     : STRING_CONSOLE_NO_LAUNCHES));
}

void console_launches_build(View *view, Rect rect)
{
    const Console *console = &view->session->console;
    const ConsoleFacts *facts = &console->facts;
    int count = facts->row_count, picked = console->row < count ? console->row : count - 1;
    float row = view_units(view, ROW), inner = rect.w - view_units(view, 12 + 4);
    float detail = count ? detail_height(view, inner, &facts->rows[picked]) : 0;
    float chrome = console_part_height(view) + view_units(view, HEAD_ROW) + detail;
    int rows = sheet_rows(view, rect.h - chrome, count > 0 ? count : 1, &row);
    row = fminf(row, view_units(view, ROW));
    int first = sheet_first(picked, rows);
    Columns columns = {.lanes = lanes_of(facts)};
    StringKey heading = columns.lanes.count > 1 ? STRING_CONSOLE_LANES : STRING_CONSOLE_LAUNCHES;
    Rect inside = console_part_build(view, rect, CONSOLE_LAUNCHES, view_text(view, heading), first,
                                     rows, count);
    if (!count) {
        build_none(view, inside);
        return;
    }
    build_detail(view, rect_cut_bottom(&inside, detail), &facts->rows[picked]);
    columns.has_counts =
        inside.w - lanes_width(view, &columns.lanes) >=
        view_units(view, NUMBER + NAME_LEAST + LINE_COLUMN + 2 * COUNT_COLUMN + FOUND_COLUMN);
    build_heads(view, rect_cut_top(&inside, view_units(view, HEAD_ROW)), &columns);
    for (int i = first; i < count && i < first + rows; ++i)
        build_row(view, rect_cut_top(&inside, row), i, &facts->rows[i], &columns);
}

/* ---- faults of the host part ---- */

static const char *fault_place(View *view, const ConsoleFault *fault)
{
    return fault->file ? arena_printf(view->arena, "%s:%d", file_name(fault->file), fault->line)
                       : "";
}

static void build_fault_row(View *view, Rect box, int index, const ConsoleFault *fault)
{
    const Theme *theme = view->theme;
    const Console *console = &view->session->console;
    bool is_picked = console->fault == index;
    bool is_hovered = view_is_hovered(view, TARGET_CONSOLE, CONSOLE_FAULTS, (uint32_t)index);
    scene_box(view->scene, box, view_units(view, 4),
              is_picked || is_hovered ? theme->accent_tint : 0,
              is_picked && console->part == CONSOLE_FAULTS ? theme->focus : 0, view_units(view, 2),
              target_tag(TARGET_CONSOLE, CONSOLE_FAULTS, (uint32_t)index));
    rect_cut_left(&box, view_units(view, 6));
    rect_cut_right(&box, view_units(view, 6));
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(&box, view_units(view, 16)), -1,
               theme->danger, "×");
    const char *place = fault_place(view, fault);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, place) + 1;
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(&box, width), 1, theme->muted,
                      place);
    rect_cut_right(&box, view_units(view, 8));
    const char *kind = fault->kind[view->language];
    if (fault->count > 1)
        kind =
            view_format(view, STRING_CONSOLE_FAULT_TIMES, kind, (unsigned long long)fault->count);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, box, -1, theme->text, kind);
}

static const char *fault_text(View *view, const ConsoleFault *fault)
{
    const char *text = phrase_in(view->arena, view->language, fault->message);
    return fault->about_file ? view_format(view, STRING_CONSOLE_ABOUT, text,
                                           file_name(fault->about_file), fault->about_line)
                             : text;
}

/* The sentence with its remedy, and the line. */
static void build_fault(View *view, Rect room, const ConsoleFault *fault)
{
    Rect line = rect_cut_bottom(&room, view_units(view, 22));
    rect_cut_left(&line, view_units(view, 4));
    if (fault->file)
        build_way(view, &line, STRING_CONSOLE_LINE);
    console_line_build(view, line, fault->file, fault->line);
    scene_rect(view->scene, rect_cut_top(&room, view_hairline(view)), view->theme->grid,
               (PickTag){0});
    rect_cut_top(&room, view_units(view, 3));
    scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_SMALL),
                    (Point){room.x + view_units(view, 4), room.y}, room.w - view_units(view, 8),
                    FAULT_LINES, view->theme->danger, fault_text(view, fault));
}

void console_faults_build(View *view, Rect rect)
{
    const Console *console = &view->session->console;
    const ConsoleFacts *facts = &console->facts;
    int count = facts->fault_count, picked = console->fault < count ? console->fault : 0;
    float inner = rect.w - view_units(view, 20), row = view_units(view, FAULT_ROW);
    float text = scene_paragraph_height(view->scene, FONT_UI, view_font(view, TEXT_SMALL), inner,
                                        FAULT_LINES, fault_text(view, &facts->faults[picked]));
    float detail = text + view_units(view, 22 + 6);
    int rows = sheet_rows(view, rect.h - console_part_height(view) - detail, count, &row);
    row = fminf(row, view_units(view, FAULT_ROW));
    int first = sheet_first(picked, rows);
    Rect inside = console_part_build(view, rect, CONSOLE_FAULTS,
                                     view_text(view, STRING_CONSOLE_FAULTS), first, rows, count);
    build_fault(view, rect_cut_bottom(&inside, detail), &facts->faults[picked]);
    for (int i = first; i < count && i < first + rows; ++i)
        build_fault_row(view, rect_cut_top(&inside, row), i, &facts->faults[i]);
}
