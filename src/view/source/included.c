/* A kernel of an included file: of the main file no line runs but that of the #include, so the
 * kernel's own lines stand below, and the line that the step is on is marked there. */
#include "view/source/source.h"

#include "view/source/columns.h"
#include "view/source/syntax.h"

#include <math.h>

static const float SHARE = 0.66f; /* of the pane, at most */
enum { FOLDED = 4 };              /* characters by which what is folded stands further in */

typedef struct Excerpt {
    View *view;
    const SourceFile *file;
    Rect room; /* of what is not drawn yet */
    int font_px, columns;
    float line, character, gutter;
} Excerpt;

/* What the step does, or the picked warp does next. */
static Span focus_of(const View *view)
{
    if (view->step)
        return view->step->instr->span;
    uint32_t warp = view->selection->thread / WARP_LANES;
    return view->program->code[machine_warps(view->machine)[warp].pc].span;
}

static void build_row(Excerpt *part, int indent, const char *text, int length,
                      const uint8_t *colours)
{
    Rect row = rect_cut_top(&part->room, part->line);
    Point at = {row.x + part->gutter + part->character * (float)indent,
                roundf(row.y + row.h * 0.72f)};
    for (int from = 0, end; from < length; from = end) {
        for (end = from + 1; end < length && colours[end] == colours[from];)
            ++end;
        const char *run = arena_text(part->view->arena, text + from, (size_t)(end - from));
        scene_text(part->view->scene, FONT_CODE, part->font_px, at,
                   part->view->theme->code[colours[from]], run);
        at.x += part->character * (float)text_characters(text + from, end - from);
    }
}

static bool build_line(Excerpt *part, int number, bool is_current, bool *in_comment)
{
    View *view = part->view;
    int length, rows = 0;
    const char *text = source_line_text(part->file, number, &length);
    uint8_t *colours = ARENA_ARRAY(view->arena, uint8_t, length + 1);
    *in_comment = syntax_colour_line(text, length, *in_comment, colours);
    int indent = text_indent(text, length) + FOLDED;
    indent = indent < part->columns / 2 ? indent : 0;
    for (int at = 0; at < length || !rows; ++rows) {
        if (part->room.h < part->line)
            return false;
        Rect band = part->room;
        band.h = part->line;
        if (is_current)
            scene_rect(view->scene, band, view->theme->accent_tint, (PickTag){0});
        if (!rows)
            scene_text(view->scene, FONT_CODE, part->font_px,
                       (Point){band.x + part->character, roundf(band.y + band.h * 0.72f)},
                       is_current ? view->theme->accent : view->theme->muted,
                       arena_printf(view->arena, "%4d", number));
        int from = rows ? indent : 0;
        int bytes = text_row_bytes(text + at, length - at, part->columns - from);
        build_row(part, from, text + at, bytes, colours + at);
        at += bytes;
    }
    return true;
}

void source_included_build(View *view, Rect *inside)
{
    const SourceSet *set = view->program->sources;
    Span kernel = view->program->span, focus = focus_of(view);
    const SourceFile *file = &set->files[kernel.file];
    if (!file->is_included)
        return;
    bool is_lecture = view->look->lecture;
    int font_px = view_font(view, is_lecture ? TEXT_BODY : TEXT_SMALL);
    Excerpt part = {.view = view, .file = file, .font_px = font_px, .line = 1.4f * (float)font_px};
    int rows = (int)(inside->h * SHARE / part.line);
    part.room = rect_cut_bottom(inside, part.line * (float)rows);
    part.character =
        view_text_width(view, FONT_CODE, is_lecture ? TEXT_BODY : TEXT_SMALL, "0000000000") / 10;
    part.gutter = 6 * part.character;
    part.columns = (int)((part.room.w - part.gutter) / part.character);
    if (rows < 2 || part.columns < 16)
        return;
    scene_rect(view->scene, (Rect){part.room.x, part.room.y, part.room.w, view_hairline(view)},
               view->theme->edge, (PickTag){0});
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 9, rect_cut_top(&part.room, part.line), -1,
                      view->theme->muted, file->name);
    int first = source_line(set, kernel), current = 0;
    if (focus.file == kernel.file)
        current = source_line(set, focus);
    int top = current - first > rows / 2 ? current - rows / 2 : first;
    bool in_comment = syntax_comment_before(file, top);
    for (int i = top; i <= file->line_count; ++i)
        if (!build_line(&part, i, i == current, &in_comment))
            return;
}
