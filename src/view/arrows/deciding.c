/* Rectangles of the marked parts and of what explains them are collected first. What lies between
 * them is dimmed, in bands from one edge of a rectangle to the next, and then each marked one gets
 * its frame. */
#include "view/arrows/deciding.h"
#include "view/draw/signs.h"

#include "base/quote.h"
#include "probe/record/shown.h"
#include "session/data/buffer.h"
#include "session/scenes/show.h"
#include "view/arrows/named.h"
#include "view/arrows/ways.h"
#include "view/block/threads.h"
#include "view/values/values.h"

#include <math.h>
#include <string.h>

enum { PARTS_MOST = 256, WAYS_MOST = 4 };
static const float DIM = 0.55f, FRAME = 2, SMALL = 14;

typedef enum PartFrame { FRAME_NONE, FRAME_CELL, FRAME_ROUND } PartFrame;

typedef struct Parts {
    Rect rects[PARTS_MOST]; /* [count] */
    PartFrame frames[PARTS_MOST];
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

/* Few ways are seen apart; and so are those that all lead to one word. */
static bool has_clear_ways(const View *view)
{
    const Step *step = view->step;
    uint64_t at = UINT64_MAX;
    bool is_one = true;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (step->active >> lane & 1) {
            is_one &= at == UINT64_MAX || step->arena[lane] == at;
            at = step->arena[lane];
        }
    return is_one || __builtin_popcount(step->active) <= WAYS_MOST;
}

bool deciding_has_way(const View *view, int lane)
{
    return !deciding_is_shown(view) ||
           (marks(view, MARK_REQUEST) && (is_picked(view, lane) || has_clear_ways(view))) ||
           (marks(view, MARK_ACCESS) && is_picked(view, lane));
}

static void add(Parts *parts, Rect rect, PartFrame frame)
{
    if (parts->count == PARTS_MOST || rect.w <= 0 || rect.h <= 0)
        return;
    parts->frames[parts->count] = frame;
    parts->rects[parts->count++] = rect;
}

/* ---- what the step touches ---- */

static void add_thread(const View *view, Parts *parts, int lane)
{
    uint32_t thread = view->step->warp * WARP_LANES + (uint32_t)lane;
    if (view->threads.grid.is_shown && excerpt_holds(&view->threads.grid, thread))
        add(parts, thread_cell(view, thread), FRAME_CELL);
}

/* The word that a lane accesses, and where a word of shared memory was loaded from. */
static void add_access(const View *view, Parts *parts, int lane)
{
    int which, lands_in;
    int64_t scalar;
    Rect cell;
    if (step_global(view, lane, &which, &scalar, &lands_in)) {
        uint32_t wide =
            view->step->access_bytes / buffer_scalar_bytes(&view->launch->buffers[which]);
        for (uint32_t i = 0; i < wide; ++i)
            if (ways_global_place(view, which, scalar + i, &cell))
                add(parts, cell, FRAME_CELL);
    } else if (step_shared(view, lane, &which, &scalar)) {
        if (ways_shared_place(view, which, scalar, &cell))
            add(parts, cell, FRAME_CELL);
        Origin origin = probe_shared_origin(view->probe, (uint32_t)view->step->arena[lane]);
        if (origin.kind == ORIGIN_GLOBAL && is_picked(view, lane)) {
            which = launch_buffer_at(view->launch, origin.at);
            const Buffer *from = which >= 0 ? &view->launch->buffers[which] : NULL;
            if (from &&
                ways_global_place(
                    view, which,
                    (int64_t)((origin.at - from->offset_bytes) / buffer_scalar_bytes(from)), &cell))
                add(parts, cell, FRAME_CELL);
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

/* Cells have frames of their own, and whole arrays one with room around it. */
static void add_named(const View *view, Parts *parts, const char *name, bool has_frame)
{
    PartFrame frame = !has_frame ? FRAME_NONE : strpbrk(name, "[( ") ? FRAME_CELL : FRAME_ROUND;
    Named named;
    if (!named_find(view, name, &named))
        return;
    for (int i = 0; i < named.count; ++i)
        add(parts, named.rects[i], frame);
}

/* A word of the scene with its figures. */
static const char *filled_word(const char *const *filled, const char *const *words, uint32_t i)
{
    return filled && filled[i] ? filled[i] : words[i];
}

static const StageMarks *marks_of(const View *view)
{
    return &view->session->lesson.text.marks;
}

/* What the answer itself names: elements and threads are framed, arrays are lit. */
static void add_answer(const View *view, Parts *parts)
{
    const char *at = view->session->lesson.text.answer_said, *name;
    while (at && (name = named_next(view, &at)))
        add_named(view, parts, name, strpbrk(name, "[( ") != NULL);
}

/* Whatever of a kind has been drawn. */
static void add_tagged(const View *view, Parts *parts, TargetKind kind, uint32_t a, PartFrame frame)
{
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->tag.kind == kind && shape->tag.a == a && shape->kind == SHAPE_RECT)
            add(parts, shape->rect, frame);
    }
}

static void add_line(const View *view, Parts *parts, uint32_t line, PartFrame frame)
{
    Rect source = view->layout.source, row = source;
    int first = parts->count;
    add_tagged(view, parts, TARGET_LINE, line, frame);
    for (int i = first; i < parts->count; ++i) {
        row.y = parts->rects[i].y;
        row.h = parts->rects[i].h;
        parts->rects[i] = rect_intersect(row, source);
    }
}

static void add_counter(const View *view, Parts *parts, const char *counter, PartFrame frame)
{
    for (uint32_t i = 0; counter && i < COUNTER_CARDS; ++i)
        if (strcmp(counter, counter_card_names[i]) == 0)
            add_tagged(view, parts, TARGET_COUNTER, i, frame);
}

static bool is_counter(const char *word, int card)
{
    return word && strcmp(word, counter_card_names[card]) == 0;
}

bool deciding_lights_counter(const View *view, int card)
{
    const ScenePlan *plan = scene_shown(view->session);
    bool is_lit = is_counter(plan->counter, card);
    for (uint32_t i = 0; i < plan->lit_count; ++i)
        is_lit |= is_counter(filled_word(marks_of(view)->lit, plan->lit, i), card);
    return is_lit;
}

static void add_marked(const View *view, Parts *parts)
{
    const ScenePlan *plan = scene_shown(view->session);
    if (view->step)
        add_lanes(view, parts);
    if (view->step && marks(view, MARK_LINE))
        add_line(view, parts, view->step->instr->line, FRAME_ROUND);
    if (marks(view, MARK_COUNTER))
        add_counter(view, parts, plan->counter, FRAME_ROUND);
    if (marks(view, MARK_PANEL))
        add(parts, view->layout.panel, FRAME_ROUND);
    if (marks(view, MARK_SOURCE))
        add(parts, view->layout.source, FRAME_ROUND);
    for (uint32_t i = 0; i < plan->mark_count; ++i)
        add_named(view, parts, filled_word(marks_of(view)->mark, plan->mark, i), true);
}

/* ---- what explains ---- */

/* The array that the picked thread accesses, whole: where a word stands in it is what is seen. */
static void light_array(const View *view, Parts *parts)
{
    int which, lands_in, lane = (int)(view->selection->thread % WARP_LANES);
    int64_t scalar;
    if (!is_picked(view, lane) || !(view->step->active >> lane & 1))
        return;
    if (step_global(view, lane, &which, &scalar, &lands_in)) {
        if (view->buffers[which].is_shown)
            add(parts, cells_bounds(&view->buffers[which]), FRAME_NONE);
    } else if (step_shared(view, lane, &which, &scalar) && view->shared[which].is_shown) {
        add(parts, cells_bounds(&view->shared[which]), FRAME_NONE);
    }
}

static void light_threads(const View *view, Parts *parts)
{
    if (view->threads.grid.is_shown)
        add(parts, cells_bounds(&view->threads.grid), FRAME_NONE);
}

/* An array, a counter, or a line of the source by a piece of its text. */
static void light_word(const View *view, Parts *parts, const char *word)
{
    const Phrase *reason;
    int count = parts->count;
    add_named(view, parts, word, false);
    add_counter(view, parts, word, FRAME_NONE);
    if (parts->count > count)
        return;
    int line =
        quote_find(view->arena, &view->program->sources->files[0], word, NULL, NULL, &reason);
    if (line > 0)
        add_line(view, parts, (uint32_t)line, FRAME_NONE);
}

/* What the scene has on the stage for its question, and what takes part in the step, stay as they
 * are beside what is framed. */
static void add_lit(const View *view, Parts *parts)
{
    const ScenePlan *plan = scene_shown(view->session);
    add_counter(view, parts, plan->counter, FRAME_NONE);
    if (plan->panel)
        add(parts, view->layout.panel, FRAME_NONE);
    if (scene_lights(view->session, MARK_SOURCE))
        add(parts, view->layout.source, FRAME_NONE);
    if (scene_lights(view->session, MARK_THREADS))
        light_threads(view, parts);
    if (view->step && (marks(view, MARK_ACCESS) || marks(view, MARK_REQUEST))) {
        light_array(view, parts);
        light_threads(view, parts);
    }
    if (view->step)
        add_line(view, parts, view->step->instr->line, FRAME_NONE);
    for (uint32_t i = 0; i < plan->lit_count; ++i)
        light_word(view, parts, filled_word(marks_of(view)->lit, plan->lit, i));
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
        if (parts->frames[i] == FRAME_NONE)
            continue;
        view_sign(view, SIGN_DECIDES);
        scene_box(view->scene, rect, view_units(view, parts->frames[i] == FRAME_CELL ? 0 : 6), 0,
                  view->theme->accent, is_small ? 1 : view_units(view, FRAME), (PickTag){0});
        view_sign(view, SIGN_NONE);
    }
}

void deciding_build(View *view)
{
    Parts parts = {.count = 0};
    if (!deciding_is_shown(view))
        return;
    add_marked(view, &parts);
    if (!parts.count)
        return;
    add_answer(view, &parts);
    add_lit(view, &parts);
    const Layout *layout = &view->layout;
    const Rect rooms[] = {layout->counters, layout->stage,     layout->shared, layout->threads,
                          layout->block,    layout->registers, layout->source, layout->panel};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i)
        if (rooms[i].w > 0)
            dim(view, &parts, rooms[i]);
    frame(view, &parts);
}
