/* Rectangles of the marked parts are collected first. What lies between them is dimmed, in bands
 * from one edge of a rectangle to the next, and then each gets its frame. */
#include "view/arrows/deciding.h"
#include "view/draw/signs.h"

#include "probe/record/shown.h"
#include "session/data/buffer.h"
#include "session/scenes/show.h"
#include "view/arrows/ways.h"
#include "view/block/threads.h"
#include "view/values/values.h"

#include <math.h>
#include <string.h>

enum { PARTS_MOST = 128 };
static const float DIM = 0.55f, FRAME = 2, SMALL = 14;

typedef struct Parts {
    Rect rects[PARTS_MOST]; /* [count] */
    bool is_cell[PARTS_MOST];
    int count;
} Parts;

bool deciding_is_shown(const View *view)
{
    return view->slot && scene_is_marked(view->session);
}

static bool marks(const View *view, MarkPart part)
{
    return scene_marks(view->session, part);
}

static bool is_picked(const View *view, int lane)
{
    return view->step->warp * WARP_LANES + (uint32_t)lane == view->selection->thread;
}

bool deciding_has_way(const View *view, int lane)
{
    return !deciding_is_shown(view) ||
           (is_picked(view, lane) && (marks(view, MARK_ACCESS) || marks(view, MARK_REQUEST)));
}

static void add(Parts *parts, Rect rect, bool is_cell)
{
    if (parts->count == PARTS_MOST || rect.w <= 0 || rect.h <= 0)
        return;
    parts->is_cell[parts->count] = is_cell;
    parts->rects[parts->count++] = rect;
}

/* ---- what the step touches ---- */

static void add_thread(const View *view, Parts *parts, int lane)
{
    uint32_t thread = view->step->warp * WARP_LANES + (uint32_t)lane;
    if (view->threads.grid.is_shown && excerpt_holds(&view->threads.grid, thread))
        add(parts, thread_cell(view, thread), true);
}

/* The word that a lane accesses, and where a word of shared memory was loaded from. */
static void add_access(const View *view, Parts *parts, int lane)
{
    int which, lands_in;
    int64_t scalar;
    Rect cell;
    if (step_global(view, lane, &which, &scalar, &lands_in)) {
        if (ways_global_place(view, which, scalar, &cell))
            add(parts, cell, true);
    } else if (step_shared(view, lane, &which, &scalar)) {
        if (ways_shared_place(view, which, scalar, &cell))
            add(parts, cell, true);
        Origin origin = probe_shared_origin(view->probe, (uint32_t)view->step->arena[lane]);
        if (origin.kind == ORIGIN_GLOBAL && is_picked(view, lane)) {
            which = launch_buffer_at(view->launch, origin.at);
            const Buffer *from = which >= 0 ? &view->launch->buffers[which] : NULL;
            if (from &&
                ways_global_place(
                    view, which,
                    (int64_t)((origin.at - from->offset_bytes) / buffer_scalar_bytes(from)), &cell))
                add(parts, cell, true);
        }
    } else {
        return;
    }
    add_thread(view, parts, lane);
}

static void add_lanes(const View *view, Parts *parts)
{
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        bool is_active = view->step->active >> lane & 1;
        if (is_active &&
            (marks(view, MARK_REQUEST) || (marks(view, MARK_ACCESS) && is_picked(view, lane))))
            add_access(view, parts, lane);
        if (is_active && marks(view, MARK_THREADS))
            add_thread(view, parts, lane);
    }
}

/* ---- parts with a name ---- */

static void add_named(const View *view, Parts *parts, const char *name)
{
    for (int i = 0; i < view->launch->buffer_count; ++i)
        if (view->buffers[i].is_shown && strcmp(view->launch->buffers[i].name, name) == 0)
            add(parts, cells_bounds(&view->buffers[i]), false);
    for (int i = 0; i < view->program->shared_count; ++i)
        if (view->shared[i].is_shown && strcmp(view->program->shared[i].name, name) == 0)
            add(parts, cells_bounds(&view->shared[i]), false);
}

/* Whatever of a kind has been drawn. */
static void add_tagged(const View *view, Parts *parts, TargetKind kind, uint32_t a)
{
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->tag.kind == kind && shape->tag.a == a && shape->kind == SHAPE_RECT)
            add(parts, shape->rect, false);
    }
}

static void add_line(const View *view, Parts *parts)
{
    Rect source = view->layout.source, row = source;
    int first = parts->count;
    add_tagged(view, parts, TARGET_LINE, view->step->instr->line);
    for (int i = first; i < parts->count; ++i) {
        row.y = parts->rects[i].y;
        row.h = parts->rects[i].h;
        parts->rects[i] = rect_intersect(row, source);
    }
}

static void add_counter(const View *view, Parts *parts)
{
    const char *counter = scene_shown(view->session)->counter;
    for (uint32_t i = 0; counter && i < COUNTER_CARDS; ++i)
        if (strcmp(counter, counter_card_names[i]) == 0)
            add_tagged(view, parts, TARGET_COUNTER, i);
}

static void collect(const View *view, Parts *parts)
{
    const ScenePlan *plan = scene_shown(view->session);
    parts->count = 0;
    if (view->step)
        add_lanes(view, parts);
    if (view->step && marks(view, MARK_LINE))
        add_line(view, parts);
    if (marks(view, MARK_COUNTER))
        add_counter(view, parts);
    if (marks(view, MARK_PANEL))
        add(parts, view->layout.panel, false);
    if (marks(view, MARK_SOURCE))
        add(parts, view->layout.source, false);
    for (uint32_t i = 0; i < plan->mark_count; ++i)
        add_named(view, parts, plan->mark[i]);
}

/* ---- the rest ---- */

/* From y on to the next edge of a part, or to the end. */
static float band_end(const Parts *parts, float y, float end)
{
    for (int i = 0; i < parts->count; ++i) {
        float top = parts->rects[i].y, bottom = top + parts->rects[i].h;
        end = top > y ? fminf(end, top) : end;
        end = bottom > y ? fminf(end, bottom) : end;
    }
    return end;
}

/* The first part in a band that ends behind x. */
static const Rect *part_behind(const Parts *parts, float x, float y)
{
    const Rect *found = NULL;
    for (int i = 0; i < parts->count; ++i) {
        const Rect *part = &parts->rects[i];
        if (part->y <= y && part->y + part->h > y && part->x + part->w > x &&
            (!found || part->x < found->x))
            found = part;
    }
    return found;
}

static void dim_band(View *view, const Parts *parts, Rect band)
{
    Colour colour = colour_alpha(view->theme->background, DIM);
    float x = band.x, end = band.x + band.w;
    while (x < end) {
        const Rect *part = part_behind(parts, x, band.y);
        float to = part ? fminf(fmaxf(part->x, x), end) : end;
        if (to > x)
            scene_rect(view->scene, (Rect){x, band.y, to - x, band.h}, colour, (PickTag){0});
        x = part ? part->x + part->w : end;
    }
}

static void dim(View *view, const Parts *parts, Rect room)
{
    for (float y = room.y, end = room.y + room.h; y < end;) {
        float to = band_end(parts, y, end);
        dim_band(view, parts, (Rect){room.x, y, room.w, to - y});
        y = to;
    }
}

static void frame(View *view, const Parts *parts)
{
    for (int i = 0; i < parts->count; ++i) {
        Rect rect = parts->rects[i];
        bool is_small = fminf(rect.w, rect.h) < view_units(view, SMALL);
        view_sign(view, SIGN_DECIDES);
        scene_box(view->scene, rect, view_units(view, parts->is_cell[i] ? 0 : 6), 0,
                  view->theme->accent, is_small ? 1 : view_units(view, FRAME), (PickTag){0});
        view_sign(view, SIGN_NONE);
    }
}

void deciding_build(View *view)
{
    Parts parts;
    if (!deciding_is_shown(view))
        return;
    collect(view, &parts);
    if (!parts.count)
        return;
    const Layout *layout = &view->layout;
    const Rect rooms[] = {layout->counters, layout->stage,     layout->shared, layout->threads,
                          layout->block,    layout->registers, layout->source, layout->panel};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i)
        if (rooms[i].w > 0)
            dim(view, &parts, rooms[i]);
    frame(view, &parts);
}
