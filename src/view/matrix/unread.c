/* A frame around the row or column with the words beside it. Of rows that do not follow each other
 * the first and the last are marked, so that none between them is accused. */
#include "view/matrix/unread.h"
#include "session/data/session_data.h"
#include "view/draw/signs.h"

#include "session/scenes/show.h"
#include "session/scenes/veil.h"

#include <math.h>

static bool is_picked(const View *view, int index)
{
    const Session *session = view->session;
    return session->look.panel == PANEL_FINDINGS && session->selection.finding == index;
}

/* The labels of an answer say so at the very place. */
static bool is_told_by_scene(const View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    return plan && plan->label_count && view->session->scene.is_revealed;
}

/* From one row or column to another, as far as they are seen. */
static void build_slice(View *view, const CellGrid *grid, bool is_rows, int64_t first, int64_t last)
{
    const Theme *theme = view->theme;
    int64_t group = grid->group, all = is_rows ? grid->columns : grid->rows;
    Rect from = is_rows ? cells_drawn_cell(grid, first / group, 0)
                        : cells_drawn_cell(grid, 0, first / group);
    Rect to = is_rows ? cells_drawn_cell(grid, last / group, (all - 1) / group)
                      : cells_drawn_cell(grid, (all - 1) / group, last / group);
    Rect slice = {from.x, from.y, to.x + to.w - from.x, to.y + to.h - from.y};
    Rect seen = grid->window.w > 0 ? rect_intersect(slice, grid->window) : slice;
    if (seen.w <= 0 || seen.h <= 0)
        return;
    float line = fmaxf(2, roundf(view_units(view, 2.5f)));
    sign_hatch(view, SIGN_WRONG, seen, colour_alpha(theme->danger, 0.35f), view_units(view, 9));
    scene_box(view->scene, seen, 0, 0, theme->danger, line, (PickTag){0});
    if (is_told_by_scene(view))
        return;
    const char *words = view_text(view, STRING_NEVER_READ);
    float width = view_text_width(view, FONT_UI, TEXT_TINY, words) + view_units(view, 6),
          height = view_units(view, 15);
    Rect chip = {seen.x + (seen.w - width) / 2, seen.y + seen.h + line / 2, width, height};
    if (is_rows)
        chip = (Rect){seen.x + seen.w + line / 2, seen.y + (seen.h - height) / 2, width, height};
    scene_box(view->scene, chip, view_units(view, 3), theme->panel, theme->danger,
              view_hairline(view), (PickTag){0});
    view_label(view, FONT_UI, TEXT_TINY, chip, 0, theme->danger, words);
}

static void build_slices(View *view, const CellGrid *grid, bool is_rows,
                         const FindingSlices *slices)
{
    bool is_whole = slices->last - slices->first + 1 == slices->count;
    if (!slices->count)
        return;
    build_slice(view, grid, is_rows, (int64_t)slices->first,
                (int64_t)(is_whole ? slices->last : slices->first));
    if (!is_whole)
        build_slice(view, grid, is_rows, (int64_t)slices->last, (int64_t)slices->last);
}

void unread_build(View *view, int buffer, const CellGrid *grid)
{
    const Report *total = view->slot->total;
    if (!total || grid->is_linear || veil_hides(view->session, VEIL_MARKS))
        return;
    for (int i = 0; i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        if (finding->kind != FINDING_NEVER_READ || finding->buffer != buffer ||
            !(session_is_at_end(view->slot) || is_picked(view, i)))
            continue;
        bool is_all = !finding->rows.count && !finding->columns.count;
        FindingSlices all = {(uint64_t)grid->rows, 0, (uint64_t)grid->rows - 1};
        build_slices(view, grid, true, is_all ? &all : &finding->rows);
        build_slices(view, grid, false, &finding->columns);
    }
}
