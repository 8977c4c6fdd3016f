/* The source pane: the file itself, the line and the part of it that ran in the step shown, and
 * where every warp goes on. Long lines are folded, never cut. */
#include "view/source/source.h"
#include "session/data/line.h"

#include "base/file.h"
#include "session/edits/edit.h"
#include "session/scenes/veil.h"
#include "session/time/break.h"
#include "view/draw/launches.h"
#include "view/draw/signs.h"
#include "view/source/columns.h"
#include "view/source/page.h"
#include "view/source/syntax.h"
#include "view/source/tools.h"
#include "view/values/name.h"
#include "view/values/stands.h"

#include <math.h>
#include <string.h>

static const float TOOLS_LEAST = 140;     /* units high, in lecture mode */
enum { COLUMNS_LEAST = 11, NARROW = 34 }; /* of letters; fewer stay empty, or indent less */
static const float LINE = 18, TEXT = 13, LINE_LECTURE = 20, TEXT_LECTURE = 15, GUTTER = 54,
                   SWITCH = 15, HEAT_GAP = 5, EDGE = 11;
enum { FOLD_INDENT = 4, ROWS_BELOW = 5 };

typedef struct Pane {
    View *view;
    const SourceFile *file;
    Rect room;      /* of the text, without the gutter */
    float gutter_x; /* where the gutter ends */
    Heat heat;
    const Stand *stands;
    int stand_count;
    float bottom; /* rows that reach below are not drawn */
    float char_width, line_height;
    int columns;     /* characters in a row */
    int cut;         /* spaces that all lines shown begin with, left away */
    int indent_most; /* what a line is indented beyond that is left away, too */
    int first, last; /* lines that are seen, if only in part */
    float y;
    bool in_comment;
    int hidden; /* so many lines from the first on, a comment, are not told yet */
} Pane;

/* What a file says of itself at its head is often the answer to the question that is open. */
static int lines_hidden(const View *view, const SourceFile *file)
{
    int length, line = 1;
    if (!veil_is_down(view->session))
        return 0;
    while (line <= file->line_count && strncmp(source_line_text(file, line, &length), "//", 2) == 0)
        ++line;
    return line - 1;
}

static const char *line_text(const Pane *pane, int line, int *length)
{
    const char *text = source_line_text(pane->file, line, length);
    if (line > pane->hidden)
        return text;
    text = line == 1 ? view_text(pane->view, STRING_SOURCE_ASKED) : "//";
    *length = (int)strlen(text);
    return text;
}

static float text_units(const View *view)
{
    return view->look->lecture ? TEXT_LECTURE : TEXT;
}

static void build_source_run(Pane *pane, float x, const char *text, int length, CodeColour colour)
{
    View *view = pane->view;
    Point baseline = {x, roundf(pane->y + pane->line_height * 0.72f)};
    scene_text(view->scene, FONT_CODE, view_font(view, text_units(view)), baseline,
               view->theme->code[colour], arena_text(view->arena, text, (size_t)length));
}

static void build_row_text(Pane *pane, float x, const char *text, int length,
                           const uint8_t *colours)
{
    for (int at = 0; at < length;) {
        int end = at + 1;
        while (end < length && colours[end] == colours[at])
            ++end;
        build_source_run(pane, x, text + at, end - at, (CodeColour)colours[at]);
        x += pane->char_width * (float)text_characters(text + at, end - at);
        at = end;
    }
}

/* Names whose value can be asked are places to point at. */
static void build_source_names(Pane *pane, float x, const char *line, int from, int length)
{
    uint32_t first = (uint32_t)(line + from - pane->file->text), end = first + (uint32_t)length;
    Span name;
    for (uint32_t at = first; name_next(pane->view, at, end, &name); at = name.start + 1) {
        int before = text_characters(line + from, (int)(name.start - first));
        scene_rect(pane->view->scene,
                   (Rect){x + pane->char_width * (float)before, pane->y,
                          pane->char_width * (float)name.length, pane->line_height},
                   0, target_tag(TARGET_NAME, name.start, 0));
    }
}

/* The part of the row that the step's expression covers. */
static void build_mark(Pane *pane, float x, const char *line, int from, int length)
{
    View *view = pane->view;
    if (!view->step || view->step->instr->span.file != 0)
        return;
    int64_t start = line - pane->file->text, span = view->step->instr->span.start;
    int64_t begin = span - start, end = begin + view->step->instr->span.length;
    begin = begin < from ? from : begin;
    end = end > from + length ? from + length : end;
    if (begin >= end)
        return;
    float left = x + pane->char_width * (float)text_characters(line + from, (int)begin - from);
    float width = pane->char_width * (float)text_characters(line + begin, (int)(end - begin));
    scene_box(view->scene, (Rect){left - 2, pane->y + 1, width + 4, pane->line_height - 2},
              view_units(view, 3), view->theme->marked_tint, 0, 0, (PickTag){0});
}

/* What a click in the gutter switches: a gate for a barrier, a shield for a guard, a point for
 * other lines; crossed out and filled while it is off. */
static void build_switch(Pane *pane, int line)
{
    View *view = pane->view;
    const Theme *theme = view->theme;
    WithoutKind kind, off;
    bool is_off = session_is_off(view->slot, line, &off);
    if (!is_off && !session_switchable(view->slot, line, &kind))
        return;
    kind = is_off ? off : kind;
    float r = view_units(view, 4.5f), line_width = fmaxf(1, view_units(view, 1.5f));
    Point at = {pane->gutter_x - view_units(view, SWITCH / 2 + 2), pane->y + pane->line_height / 2};
    Colour colour = is_off ? theme->danger : theme->muted;
    bool is_hovered = view_is_hovered(view, TARGET_GUTTER, (uint32_t)line, 0);
    view_sign(view, kind == WITHOUT_BARRIER ? SIGN_BARRIER : SIGN_CHECK);
    if (kind == WITHOUT_BARRIER) {
        scene_rect(view->scene, (Rect){at.x - r, at.y - r, line_width, 2 * r}, colour,
                   (PickTag){0});
        scene_rect(view->scene, (Rect){at.x + r - line_width, at.y - r, line_width, 2 * r}, colour,
                   (PickTag){0});
        scene_rect(view->scene, (Rect){at.x - r, at.y - line_width / 2, 2 * r, line_width}, colour,
                   (PickTag){0});
    } else if (kind == WITHOUT_CHECK) {
        scene_box(view->scene, (Rect){at.x - r, at.y - r, 2 * r, 2 * r}, view_units(view, 2), 0,
                  colour, line_width, (PickTag){0});
    } else if (is_off || is_hovered) {
        sign_circle(view, SIGN_CHECK, at, r * 0.6f, 0, colour, line_width);
    }
    view_sign(view, is_off ? SIGN_OFF : SIGN_NONE);
    if (is_off) {
        float d = r * 1.3f, w = fmaxf(1.5f, view_units(view, 2));
        scene_line(view->scene, (Point){at.x - d, at.y - d}, (Point){at.x + d, at.y + d}, colour,
                   w);
        scene_line(view->scene, (Point){at.x - d, at.y + d}, (Point){at.x + d, at.y - d}, colour,
                   w);
    } else if (is_hovered) {
        sign_circle(view, SIGN_CHECK, at, r * 1.7f, 0, theme->accent, line_width);
    }
    view_sign(view, SIGN_NONE);
}

/* Where no line that is seen has an arrow: at the first or the last of them the nearest line that
 * would have one, 0 at others. A click there scrolls to it. */
static int line_beyond(const Pane *pane, int line)
{
    int above = 0, below = 0;
    for (int i = 0; i < pane->stand_count; ++i) {
        int at = (int)pane->stands[i].line;
        if (at >= pane->first && at <= pane->last)
            return 0;
        if (at < pane->first)
            above = at > above ? at : above;
        else
            below = !below || at < below ? at : below;
    }
    return line == pane->first && above ? above : line == pane->last ? below : 0;
}

/* An arrow up or down beside the first or last line seen, where all stand out of sight. */
static void build_edge(const Pane *pane, int line)
{
    View *view = pane->view;
    int beyond = line_beyond(pane, line), by = beyond - (pane->first + pane->last) / 2;
    if (!beyond)
        return;
    Rect room = {pane->gutter_x - view_units(view, GUTTER), pane->y, view_units(view, EDGE),
                 pane->line_height};
    float x = room.x + room.w / 2, inset = view_units(view, 2);
    Point top = {x, room.y + inset}, bottom = {x, room.y + room.h - inset};
    scene_box(view->scene, room, view_units(view, 3),
              view_is_hovered(view, TARGET_EDGE, (uint32_t)beyond, (uint32_t)by)
                  ? view->theme->accent_tint
                  : 0,
              0, 0, (PickTag){TARGET_EDGE, (uint32_t)beyond, (uint32_t)by, 0});
    sign_arrow(view, SIGN_BEYOND, beyond < line ? bottom : top, beyond < line ? top : bottom,
               view->theme->accent, view_units(view, 2));
}

static void build_gutter(Pane *pane, int line)
{
    View *view = pane->view;
    Rect number = {pane->gutter_x - view_units(view, GUTTER - EDGE), pane->y,
                   view_units(view, GUTTER - EDGE - 8 - SWITCH), pane->line_height};
    Rect gutter = {pane->gutter_x - view_units(view, GUTTER), pane->y, view_units(view, GUTTER),
                   pane->line_height};
    scene_rect(view->scene, gutter, 0, target_tag(TARGET_GUTTER, (uint32_t)line, 0));
    build_switch(pane, line);
    view_sign(view, SIGN_STOP);
    if (session_has_break(view->session, view->session->front, line))
        scene_box(view->scene, rect_inset(number, view_units(view, 1)), view_units(view, 4), 0,
                  view->theme->danger, view_units(view, 2), (PickTag){0});
    view_sign(view, SIGN_NONE);
    view_label_fitted(view, FONT_CODE, 12, 8, number, 1, view->theme->muted,
                      arena_printf(view->arena, "%d", line));
    build_edge(pane, line);
}

enum { NAMED_MOST = 4 };

/* What stands on a line, the first few by name. */
static const char *stand_label(const Pane *pane, int line, int most_named)
{
    View *view = pane->view;
    const char *label = "";
    for (int waits = 0; waits < 2; ++waits) {
        bool all;
        const char *names =
            stands_names(view, pane->stands, pane->stand_count, line, waits, most_named, &all);
        if (!names || (all && !waits))
            continue;
        if (waits)
            names = view_format(view, STRING_WAITS, names);
        label = arena_printf(view->arena, "%s%s%s", label, *label ? "  " : "", names);
    }
    return label;
}

/* Pixels that this label takes beside the text, 0 for none. */
static float stand_width(const Pane *pane, const char *label)
{
    View *view = pane->view;
    return *label ? view_text_width(view, FONT_CODE, TEXT_TINY, label) + view_units(view, 8) : 0;
}

/* Arrows of the warps and branches that stand on the line: full ones run, hollow ones wait. Their
 * names are told where not all stand here; room is what the last row of the line leaves free. */
static void build_stands(Pane *pane, int line, float y, Rect room, float free)
{
    View *view = pane->view;
    float x = pane->gutter_x - view_units(view, GUTTER);
    for (int waits = 0; waits < 2; ++waits) {
        bool all;
        if (!stands_names(view, pane->stands, pane->stand_count, line, waits, NAMED_MOST, &all))
            continue;
        Point from = {x, y}, to = {x + view_units(view, waits ? 7 : 13), y};
        if (waits)
            sign_circle(view, SIGN_WAITS, (Point){from.x + view_units(view, 4), y},
                        view_units(view, 3.5f), 0, view->theme->accent, view_units(view, 1.5f));
        else
            sign_arrow(view, SIGN_STANDS, from, to, view->theme->accent, view_units(view, 2));
    }
    const char *labels = "";
    float width = 0;
    for (int named = NAMED_MOST; named > 0 && (named == NAMED_MOST || width > free); --named) {
        labels = stand_label(pane, line, named);
        width = stand_width(pane, labels);
    }
    if (!*labels)
        return;
    Rect box = {room.x + room.w - width, room.y + 1, width, room.h - 2};
    bool is_hovered = view_is_hovered(view, TARGET_STANDS, (uint32_t)line, 0);
    scene_box(view->scene, box, view_units(view, 3),
              is_hovered ? view->theme->accent_tint : view->theme->panel, view->theme->accent, 1,
              target_tag(TARGET_STANDS, (uint32_t)line, 0));
    view_label(view, FONT_CODE, TEXT_TINY, box, 0, view->theme->accent, labels);
}

/* Spaces of a line that are left away. */
static int cut_of(const Pane *pane, const char *text, int length)
{
    int indent = text_indent(text, length), cut = indent < pane->cut ? indent : pane->cut;
    return indent - cut > pane->indent_most ? indent - pane->indent_most : cut;
}

/* Characters by which the rows of a line that follow its first one stand further right. */
static int fold_indent(const Pane *pane, const char *text, int length)
{
    return text_indent(text, length) - cut_of(pane, text, length) + FOLD_INDENT;
}

/* How a line is folded in so many columns. */
typedef struct Fold {
    int columns, rows, free; /* free: columns of the last row */
} Fold;

static Fold fold_in(const Pane *pane, const char *text, int length, int columns)
{
    Fold fold = {.columns = columns, .rows = 1};
    int indent = fold_indent(pane, text, length), at = cut_of(pane, text, length);
    int part = text_row_bytes(text + at, length - at, columns);
    fold.free = columns - text_characters(text + at, part);
    for (at += part; at < length; at += part) {
        part = text_row_bytes(text + at, length - at, columns - indent);
        fold.free = columns - indent - text_characters(text + at, part);
        ++fold.rows;
    }
    return fold;
}

/* What names leave of the columns, but some always. */
static int names_columns(const Pane *pane, int names)
{
    int least = pane->columns < 16 ? pane->columns : 16;
    return pane->columns - names > least ? pane->columns - names : least;
}

/* In all columns, or in fewer where the names of the warps that stand there would lie on the
 * text. */
static Fold fold_of(const Pane *pane, int line, const char *text, int length)
{
    Fold fold = fold_in(pane, text, length, pane->columns);
    int names = (int)ceilf(stand_width(pane, stand_label(pane, line, 1)) / pane->char_width);
    return names <= fold.free ? fold : fold_in(pane, text, length, names_columns(pane, names));
}

/* Rows that a line of the file takes. */
static int line_rows(const Pane *pane, int line)
{
    int length;
    const char *text = line_text(pane, line, &length);
    return fold_of(pane, line, text, length).rows;
}

/* Folded lines take more rows than the page thought: all of the current line's shall be seen, and
 * one below it if there are rows enough. */
static int first_line(const Pane *pane, int rows)
{
    int focus = page_line(pane->view), top = page_top(pane->view, rows * 9 / 10);
    bool has_below = rows >= ROWS_BELOW && focus < pane->file->line_count;
    int used = has_below ? line_rows(pane, focus + 1) : 0;
    for (int line = focus; line >= top; --line) {
        used += line_rows(pane, line);
        if (used > rows && line < focus)
            top = line + 1;
    }
    top += pane->view->selection->source_scroll;
    top = top > pane->file->line_count ? pane->file->line_count : top;
    return top < 1 ? 1 : top;
}

/* The last line of those that begin in so many rows from this one on. */
static int last_line(const Pane *pane, int line, int rows)
{
    for (int used = 0; line <= pane->file->line_count && used < rows; ++line)
        used += line_rows(pane, line);
    return line - 1;
}

/* The least indentation of the lines that fill so many rows from this one on. */
static int least_indent(const Pane *pane, int line, int rows)
{
    int least = pane->columns;
    for (int used = 0; line <= pane->file->line_count && used < rows; ++line) {
        int length;
        const char *text = line_text(pane, line, &length);
        int indent = text_indent(text, length);
        used += fold_of(pane, line, text, length).rows;
        if (indent < length && indent < least)
            least = indent;
    }
    return least < pane->columns ? least : 0;
}

/* Lecture mode and a narrow pane leave away what all lines shown are indented by. More lines may be
 * seen then, and these may be indented less: it is repeated until nothing changes. */
static int choose_lines(Pane *pane, int rows)
{
    int line = first_line(pane, rows);
    if (!pane->view->look->lecture && pane->columns >= NARROW)
        return line;
    for (int least = least_indent(pane, line, rows); least != pane->cut;) {
        pane->cut = least;
        line = first_line(pane, rows);
        least = least_indent(pane, line, rows);
        least = least < pane->cut ? least : pane->cut;
    }
    return line;
}

/* Bytes of a piece of the file that a span covers, from *from on. */
static int covered(const Pane *pane, Span span, const char *text, int length, int *from)
{
    int64_t begin = (int64_t)span.start - (text - pane->file->text), end = begin + span.length;
    *from = (int)(begin < 0 ? 0 : begin > length ? length : begin);
    return (int)(end > length ? length : end) - *from;
}

/* Strikes through the part of a row that is switched off; what runs all the same stays as it is. */
static void build_strikes(Pane *pane, float x, const char *text, int length)
{
    View *view = pane->view;
    const SessionRun *slot = view->slot;
    for (int i = 0; i < slot->switchable_count; ++i) {
        const Switchable *off = &slot->switchables[i];
        int from, part;
        if (!session_is_off_as(slot, off->line, off->kind) ||
            (part = covered(pane, off->span, text, length, &from)) <= 0)
            continue;
        int indent = from ? 0 : text_indent(text, part);
        from += indent;
        Rect strike = {x + pane->char_width * (float)text_characters(text, from),
                       pane->y + pane->line_height / 2,
                       pane->char_width * (float)text_characters(text + from, part - indent),
                       fmaxf(1, view_units(view, 1.5f))};
        scene_rect(view->scene, strike, view->theme->danger, (PickTag){0});
    }
}

/* The line goes on below the pane. */
static void build_cut(const Pane *pane, float end)
{
    if (end + 2 * pane->char_width > pane->room.x + pane->room.w)
        return;
    Rect rest = {end, pane->y - pane->line_height, 2 * pane->char_width, pane->line_height};
    view_label(pane->view, FONT_CODE, text_units(pane->view), rest, 1, pane->view->theme->muted,
               "…");
}

static void build_line(Pane *pane, int line)
{
    View *view = pane->view;
    int length;
    const char *text = line_text(pane, line, &length);
    uint8_t *colours = ARENA_ARRAY(view->arena, uint8_t, length + 1);
    pane->in_comment = syntax_colour_line(text, length, pane->in_comment, colours);
    Fold fold = fold_of(pane, line, text, length);
    Rect band = {pane->gutter_x - view_units(view, GUTTER), pane->y,
                 pane->room.x + pane->room.w - pane->gutter_x + view_units(view, GUTTER),
                 pane->line_height * (float)fold.rows};
    bool is_current = view->step && line == (int)view->step->instr->line;
    scene_rect(view->scene, band, is_current ? view->theme->accent_tint : 0,
               target_tag(TARGET_LINE, (uint32_t)line, 0));
    build_gutter(pane, line);
    float top = pane->y + pane->line_height / 2;
    if (pane->heat.name != HEAT_NONE)
        heat_build_line(view, &pane->heat,
                        (Rect){pane->gutter_x, pane->y,
                               heat_width(view, &pane->heat) - view_units(view, HEAT_GAP),
                               pane->line_height},
                        line);
    int at = cut_of(pane, text, length), indent = 0;
    float end = pane->room.x;
    do {
        bool is_cut = pane->y + 2 * pane->line_height > pane->bottom;
        int columns = fold.columns - indent, part = text_row_bytes(text + at, length - at, columns);
        if (is_cut && at + part < length && columns > 4)
            part = text_row_bytes(text + at, length - at, columns - 2);
        float x = pane->room.x + pane->char_width * (float)indent;
        build_mark(pane, x, text, at, part);
        build_row_text(pane, x, text + at, part, colours + at);
        build_source_names(pane, x, text, at, part);
        end = x + pane->char_width * (float)text_characters(text + at, part);
        build_strikes(pane, x, text + at, part);
        pane->y += pane->line_height;
        at += part;
        indent = fold_indent(pane, text, length);
    } while (at < length && pane->y + pane->line_height <= pane->bottom);
    if (at < length)
        build_cut(pane, end);
    Rect last = {pane->room.x, pane->y - pane->line_height, pane->room.w, pane->line_height};
    build_stands(pane, line, top, last, last.x + last.w - end);
}

/* Why the text in the file, or the last change, could not be taken; the code shown still runs. */
static void build_trouble(View *view, Rect *room, Rect *inside)
{
    const char *text = session_trouble(view->session);
    if (!text)
        return;
    float height = fminf(view_units(view, 92), inside->h / 2);
    Rect band = rect_cut_bottom(inside, height);
    room->h = inside->h;
    scene_box(view->scene, band, view_units(view, 5), view->theme->panel, view->theme->danger,
              fmaxf(1, view_units(view, 1.5f)), (PickTag){0});
    scene_clip(view->scene, band);
    band = rect_inset(band, view_units(view, 6));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(&band, view_units(view, 18)), -1,
                      view->theme->danger,
                      view_text(view, session_trouble_is_elsewhere(view->session)
                                          ? STRING_KEPT_OTHER
                                          : STRING_KEPT_LAST));
    int font = view_font(view, 12);
    float line = scene_paragraph_height(view->scene, FONT_CODE, font, band.w, 1, text);
    scene_paragraph(view->scene, FONT_CODE, font, (Point){band.x, band.y}, band.w,
                    (int)fmaxf(1, band.h / fmaxf(line, 1)), view->theme->text, text);
    scene_unclip(view->scene);
}

/* Before an audience lines of the source matter more than the file's name, which the head of the
 * picture has, and the buttons, whose keys stay. */
static bool has_tools(const View *view)
{
    const Look *look = view->look;
    return !look->lecture ||
           (!look->paper && view->layout.source.h >= view_units(view, TOOLS_LEAST));
}

/* Above a file that somebody opened stands what else it has, and what is not as it says; a scene
 * and a lesson have chosen, and before an audience there is no room. */
static void build_head(View *view, Rect *inside)
{
    enum { SHARE = 3, ROWS_MOST = 6 };
    const Session *session = view->session;
    float row = view_units(view, 20);
    int most = (int)(inside->h / SHARE / row);
    if (session->look.lecture || session->look.paper || session->scene.index != SCENE_NONE)
        return;
    launches_build(view, view->slot, STRING_LAUNCHES, most < ROWS_MOST ? most : ROWS_MOST, inside);
    launches_build_changes(view, view->slot, inside);
}

void source_build(View *view)
{
    const SourceFile *file = &view->program->sources->files[0];
    Rect outer = view->layout.source;
    const char *title =
        has_tools(view) ? file_name(diag_file(view->arena, view->language, file)) : NULL;
    Rect inside = view_panel(view, outer, title), head = inside;
    scene_rect(view->scene, outer, 0, target_tag(TARGET_SOURCE, 0, 0));
    build_head(view, &inside);
    source_included_build(view, &inside);
    Pane pane = {.view = view, .file = file, .room = inside, .y = inside.y};
    pane.room.w += view_units(view, 6);
    rect_cut_left(&pane.room, view_units(view, GUTTER));
    pane.gutter_x = pane.room.x;
    pane.hidden = lines_hidden(view, file);
    pane.heat = heat_find(view);
    pane.stand_count = stands_find(view, &pane.stands);
    rect_cut_left(&pane.room, heat_width(view, &pane.heat));
    build_trouble(view, &pane.room, &inside);
    pane.char_width = view_text_width(view, FONT_CODE, text_units(view), "0000000000") / 10;
    pane.line_height = roundf(view_units(view, view->look->lecture ? LINE_LECTURE : LINE));
    pane.columns = (int)(pane.room.w / pane.char_width);
    pane.indent_most = pane.columns / (pane.columns < NARROW ? 4 : 2);
    if (pane.columns < COLUMNS_LEAST)
        return;
    pane.bottom = inside.y + inside.h + 1;
    int rows = (int)((pane.bottom - pane.y) / pane.line_height);
    int line = pane.first = choose_lines(&pane, rows);
    pane.last = last_line(&pane, line, rows);
    pane.in_comment = syntax_comment_before(file, line);
    if (title)
        source_tools_build(view, outer, head, title, &pane.heat);
    scene_clip(view->scene, (Rect){outer.x + 1, inside.y, outer.w - 2, inside.h});
    for (; line <= file->line_count && pane.y + pane.line_height <= pane.bottom; ++line)
        build_line(&pane, line);
    scene_unclip(view->scene);
}
