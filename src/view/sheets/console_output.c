/* What the program prints, as a terminal shows it: the latest line at the bottom, long ones folded;
 * where all of it has room it begins at the top. */
#include "view/sheets/console.h"

#include "session/programs/pick.h"

#include <math.h>
#include <string.h>

enum { TAB_WIDTH = 8 };

typedef struct Pane {
    View *view;
    Rect room;
    float char_width, line_height;
} Pane;

/* The line without tabs, which stand for as many blanks as lead to the next stop. */
static const char *without_tabs(Arena *arena, const char *text, size_t length)
{
    char *out = arena_alloc(arena, length * TAB_WIDTH + 1);
    size_t at = 0;
    for (size_t i = 0; i < length; ++i) {
        size_t blanks = text[i] == '\t' ? TAB_WIDTH - at % TAB_WIDTH : 0;
        memset(out + at, ' ', blanks);
        at += blanks;
        if (!blanks)
            out[at++] = text[i];
    }
    out[at] = '\0';
    return out;
}

/* Bytes of the first characters of a text that have room in a row; at least one. */
static size_t row_bytes(const Pane *pane, const char *text)
{
    size_t length = strlen(text), at = 0;
    float width = 0;
    while (at < length) {
        size_t next = at + 1;
        while (((unsigned char)text[next] & 0xc0) == 0x80)
            ++next;
        bool is_plain = next - at == 1;
        width += is_plain ? pane->char_width
                          : view_text_width(pane->view, FONT_CODE, TEXT_SMALL,
                                            arena_text(pane->view->arena, text + at, next - at));
        if (at && width > pane->room.w)
            return at;
        at = next;
    }
    return length;
}

static int rows_of(const Pane *pane, const char *line)
{
    int rows = 1;
    for (size_t bytes; (bytes = row_bytes(pane, line)) < strlen(line); line += bytes)
        ++rows;
    return rows;
}

static void build_line(const Pane *pane, float y, const char *line)
{
    View *view = pane->view;
    do {
        size_t bytes = row_bytes(pane, line);
        Point baseline = {pane->room.x, roundf(y + pane->line_height * 0.74f)};
        if (y + pane->line_height > pane->room.y)
            scene_text(view->scene, FONT_CODE, view_font(view, TEXT_SMALL), baseline,
                       view->theme->text, arena_text(view->arena, line, bytes));
        line += bytes;
        y += pane->line_height;
    } while (*line);
}

/* Where the last line that is shown ends: so many lines above the end of the text. */
static const char *end_shown(const char *text, int64_t up)
{
    const char *end = text + strlen(text);
    if (end > text && end[-1] == '\n')
        --end;
    for (; up > 0; --up) {
        const char *before = memrchr(text, '\n', (size_t)(end - text));
        if (!before)
            break;
        end = before;
    }
    return end;
}

/* Lines upwards from end, until the room is full; returns the rows that they take. */
static int lines_above(const Pane *pane, const char *text, const char *end, int most,
                       const char **first)
{
    int rows = 0;
    *first = end;
    for (const char *at = end; rows < most;) {
        const char *before = at > text ? memrchr(text, '\n', (size_t)(at - text)) : NULL;
        const char *start = before ? before + 1 : text;
        rows += rows_of(pane, without_tabs(pane->view->arena, start, (size_t)(at - start)));
        *first = start;
        if (!before)
            break;
        at = before;
    }
    return rows;
}

static void build_text(const Pane *pane, const char *text, int64_t up)
{
    int most = (int)(pane->room.h / pane->line_height);
    const char *end = end_shown(text, up), *first;
    int rows = lines_above(pane, text, end, most, &first);
    if (rows < most) /* from the top: what follows is seen, too */
        end = text + strlen(text);
    float y = pane->room.y + (rows > most ? (float)(most - rows) * pane->line_height : 0);
    float bottom = pane->room.y + pane->room.h;
    while (first < end && y < bottom - pane->line_height / 2) {
        size_t length = strcspn(first, "\n");
        const char *line = without_tabs(pane->view->arena, first, length);
        build_line(pane, y, line);
        y += (float)rows_of(pane, line) * pane->line_height;
        first += length + (first[length] == '\n');
    }
}

void console_output_build(View *view, Rect rect)
{
    const Console *console = &view->session->console;
    const ConsoleFacts *facts = &console->facts;
    const char *heading = view_text(view, STRING_CONSOLE_PRINTED);
    if (console->lines_up)
        heading = view_format(view, STRING_CONSOLE_BELOW, heading, (long long)console->lines_up);
    Rect inside = console_part_build(view, rect, CONSOLE_OUTPUT, heading, 0, 0, 0);
    scene_box(view->scene, inside, view_units(view, 4), view->theme->well, 0, 0,
              target_tag(TARGET_CONSOLE, CONSOLE_OUTPUT, UINT32_MAX));
    Pane pane = {.view = view,
                 .room = rect_inset(inside, view_units(view, 5)),
                 .char_width = view_text_width(view, FONT_CODE, TEXT_SMALL, "0"),
                 .line_height = scene_line_height(view_font(view, TEXT_SMALL))};
    if (!facts->output || !*facts->output || pane.room.w <= 0 || pane.room.h < pane.line_height)
        return;
    scene_clip(view->scene, inside);
    build_text(&pane, facts->output, console->lines_up);
    scene_unclip(view->scene);
}
