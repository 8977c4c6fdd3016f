/* The heading grows from its name to the right: extent, what is folded away, verdict, as far as
 * there is room. */
#include "view/stage/heading.h"
#include "session/data/session_data.h"

#include "session/rerun/extent.h"
#include "session/scenes/veil.h"
#include "view/draw/button.h"
#include "view/values/verdict.h"
#include "view/values/where.h"

#include <math.h>

static const char *shape_text(View *view, int buffer)
{
    const Buffer *source = &view->launch->buffers[buffer];
    const CellGrid *grid = &view->buffers[buffer];
    if (grid->is_transposed)
        return view_format(view, STRING_COLUMN_MAJOR, (long long)grid->rows,
                           (long long)grid->columns);
    if (source->rows > 0)
        return arena_printf(view->arena, "%llu×%llu", (unsigned long long)source->rows,
                            (unsigned long long)source->cols);
    return arena_printf(view->arena, "[%llu]", (unsigned long long)source->count);
}

/* What stands in constant memory says so, under a title that says global memory. */
static const char *extent_text(View *view, int buffer)
{
    const char *shape = shape_text(view, buffer);
    return view->launch->buffers[buffer].is_constant
               ? view_format(view, STRING_CONSTANT_EXTENT, shape)
               : shape;
}

float heading_width(View *view, int buffer)
{
    return view_text_width(view, FONT_UI, TEXT_LARGE, view->launch->buffers[buffer].name) +
           view_text_width(view, FONT_UI, TEXT_SMALL, extent_text(view, buffer)) +
           view_units(view, 14);
}

/* Rows, or elements, that no access of the grid reaches and that are not shown, or would not be. */
static long long folded_count(const View *view, int buffer)
{
    return extent_allocated(&view->launch->buffers[buffer]) - extent_of(view->slot, buffer);
}

const char *heading_folded_text(View *view, int buffer)
{
    bool has_rows = view->launch->buffers[buffer].rows > 0;
    long long count = folded_count(view, buffer);
    return count ? view_either(view, has_rows, STRING_FOLDED_ROWS, STRING_FOLDED_ELEMENTS, count)
                 : NULL;
}

/* What is allocated behind the cells and never touched: a press shows it, or puts it away again.
 * Returns the width used. */
static float build_folded(View *view, int buffer, Rect line)
{
    bool is_whole = view->session->stage.is_whole;
    const char *texts[] = {heading_folded_text(view, buffer),
                           view_format(view, STRING_FOLDED_SHORT, folded_count(view, buffer)), "…"};
    if (!texts[0])
        return 0;
    for (int i = is_whole ? 2 : 0; i < 3; ++i) {
        const char *words = texts[i];
        Rect place = line;
        place.w = fminf(place.w, button_words_width(view, words));
        float used = button_words_build(view, place, COMMAND_STAGE_FIT, words);
        if (used > 0)
            return used;
    }
    return 0;
}

/* Beside the name of the output. */
static void build_heading_verdict(View *view, int buffer, Rect line)
{
    rect_cut_left(&line, view_units(view, 8));
    const char *text = verdict_fitting(view, line.w),
               *hidden = view_text(view, STRING_VEILED_SHORT);
    bool is_hidden =
        veil_hides(view->session, VEIL_RESULTS) && view->launch->buffers[buffer].role != ROLE_INPUT;
    if (is_hidden && view_text_width(view, FONT_UI, TEXT_SMALL, hidden) <= line.w)
        view_label(view, FONT_UI, TEXT_SMALL, line, -1, view->theme->muted, hidden);
    if (text && buffer == view->slot->check->output)
        view_label(view, FONT_UI, TEXT_SMALL, line, -1, view->theme->danger, text);
}

/* What a line of a strip is, behind a point, unless the verdict needs the room. Returns the width
 * used. */
static float build_row(View *view, int buffer, Rect line)
{
    bool has_verdict = verdict_fitting(view, line.w) && buffer == view->slot->check->output;
    const char *row = has_verdict ? NULL : where_row(view, &view->buffers[buffer]);
    const char *text = row ? arena_printf(view->arena, "· %s", row) : "";
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + 1;
    if (!row || width > line.w)
        return 0;
    view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(&line, width), -1, view->theme->muted,
               text);
    return width + view_units(view, 6);
}

/* The name, large, and its extent beside it. */
void heading_build(View *view, int buffer, Rect line)
{
    const char *name = view->launch->buffers[buffer].name;
    float w = view_text_width(view, FONT_UI, TEXT_LARGE, name) + 1;
    view_label_fitted(view, FONT_UI, TEXT_LARGE, 10, rect_cut_left(&line, fminf(w, line.w)), -1,
                      view_part(view, buffer)->ink, name);
    rect_cut_left(&line, view_units(view, 6));
    const char *extent = extent_text(view, buffer);
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, extent) + 1;
    if (width <= line.w)
        view_label(view, FONT_UI, TEXT_SMALL, rect_cut_left(&line, width), -1, view->theme->muted,
                   extent);
    rect_cut_left(&line, view_units(view, 6));
    rect_cut_left(&line, build_folded(view, buffer, line));
    rect_cut_left(&line, build_row(view, buffer, line));
    build_heading_verdict(view, buffer, line);
}
