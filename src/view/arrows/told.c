/* A label stands beside its place, off the numbers of other arrays, where it covers the fewest
 * texts and no other label. One that finds room only farther away is joined to it by a line. */
#include "view/arrows/told.h"

#include "session/scenes/show.h"
#include "view/arrows/deciding.h"
#include "view/arrows/named.h"
#include "view/arrows/ways.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"

#include <math.h>
#include <string.h>

enum {
    SIDES = 4,
    SHIFTS = 3,
    RINGS = 8,
    PLACES = SIDES * SHIFTS * RINGS,
    COST_TEXT = 10,
    COST_WRITTEN = 1200,
    COST_OTHER_ARRAY = 300,
    COST_OWN_ARRAY = 150
};
static const float GAP = 5, RING = 24, PADDING = 5, HEIGHT = 20;

/* ---- arrows ---- */

static void build_arrow(View *view, Rect from, Rect to)
{
    Point start, end;
    ways_ends(from, to, &start, &end);
    sign_arrow(view, SIGN_TOLD, start, end, view->theme->accent, view_units(view, 2.4f));
}

/* "N[0][1] -> Nds[0][1]": from each cell of the one place to the first of the other. */
static void build_way(View *view, const char *text)
{
    static const char AND[] = " -> ";
    const char *split = text ? strstr(text, AND) : NULL;
    Named from, to;
    if (!split || !named_find(view, arena_text(view->arena, text, (size_t)(split - text)), &from) ||
        !named_find(view, split + strlen(AND), &to))
        return;
    for (int i = 0; i < from.count; ++i)
        build_arrow(view, from.rects[i], to.rects[i < to.count ? i : 0]);
}

/* ---- labels ---- */

/* Where the label of a place may stand: beside matrices and threads in all of their panels, the
 * room between these too; otherwise in the place's own panel. */
static Rect room_of(const View *view, Rect place)
{
    const Layout *layout = &view->layout;
    const Rect rooms[] = {layout->stage, layout->block, layout->shared, layout->threads};
    const Rect others[] = {layout->counters, layout->panel};
    Rect room = layout->stage;
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (others[i].w > 0 && rect_holds(others[i], rect_centre(place)))
            return others[i];
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i)
        if (rooms[i].w > 0)
            room = room.w > 0 ? rect_around(room, rooms[i]) : rooms[i];
    return room;
}

/* Right of the place, left of it, above and below; in the middle, or with one end or the other in
 * line with it; then the same farther and farther away. */
static Rect beside(const View *view, Rect place, int which, float width)
{
    int side = which % SIDES, shift = which / SIDES % SHIFTS, ring = which / (SIDES * SHIFTS);
    float gap = view_units(view, GAP + RING * (float)ring), height = view_units(view, HEIGHT);
    Point middle = rect_centre(place);
    Rect label = {middle.x - width / 2, middle.y - height / 2, width, height};
    if (shift && side < 2)
        label.y = shift == 1 ? place.y : place.y + place.h - height;
    else if (shift)
        label.x = shift == 1 ? place.x : place.x + place.w - width;
    switch (side) {
    case 0: label.x = place.x + place.w + gap; break;
    case 1: label.x = place.x - gap - width; break;
    case 2: label.y = place.y - gap - height; break;
    default: label.y = place.y + place.h + gap; break;
    }
    return label;
}

static Rect kept_inside(Rect label, Rect room)
{
    label.x = fmaxf(room.x, fminf(label.x, room.x + room.w - label.w));
    label.y = fmaxf(room.y, fminf(label.y, room.y + room.h - label.h));
    return label;
}

static bool overlaps(Rect a, Rect b)
{
    Rect both = rect_intersect(a, b);
    return both.w > 0.5f && both.h > 0.5f;
}

/* From the edge of the label to that of its place; both the same where they touch. */
static void join(Rect label, Rect place, Point *from, Point *to)
{
    Point middle = rect_centre(label);
    to->x = fmaxf(place.x, fminf(middle.x, place.x + place.w));
    to->y = fmaxf(place.y, fminf(middle.y, place.y + place.h));
    from->x = fmaxf(label.x, fminf(to->x, label.x + label.w));
    from->y = fmaxf(label.y, fminf(to->y, label.y + label.h));
}

static float distance_of(Rect label, Rect place)
{
    Point from, to;
    join(label, place, &from, &to);
    return hypotf(to.x - from.x, to.y - from.y);
}

static int cost_of_array(const CellGrid *grid, Rect label, Rect place)
{
    Rect cells = grid->is_shown ? cells_bounds(grid) : (Rect){0};
    Point from, to;
    if (cells.w <= 0)
        return 0;
    if (rect_holds(cells, rect_centre(place)))
        return overlaps(label, cells) ? COST_OWN_ARRAY : 0;
    join(label, place, &from, &to);
    Rect line = (Rect){fminf(from.x, to.x), fminf(from.y, to.y), fabsf(to.x - from.x) + 1,
                       fabsf(to.y - from.y) + 1};
    return (overlaps(label, cells) ? COST_OTHER_ARRAY : 0) +
           (overlaps(line, cells) ? COST_OTHER_ARRAY / 2 : 0);
}

/* A label on another array's numbers would be read as said of that one. */
static int cost_of_arrays(const View *view, Rect label, Rect place)
{
    int cost = cost_of_array(&view->threads.grid, label, place);
    for (int i = 0; i < view->program->shared_count; ++i)
        cost += cost_of_array(&view->shared[i], label, place);
    for (int i = 0; i < view->launch->buffer_count; ++i)
        cost += cost_of_array(&view->buffers[i], label, place);
    return cost;
}

/* What a place for a label costs: none of the cells it names is to be covered, nor another label,
 * nor another array; each text below it is lost, and near is better than far. */
static int cost_of(const View *view, Rect label, const Named *named, const Rect *labels, int count)
{
    int cost = COST_TEXT * lift_texts_below(view, label) +
               cost_of_arrays(view, label, named->rects[0]) +
               (int)(distance_of(label, named->rects[0]) / view_units(view, 4));
    for (int i = 0; i < named->count; ++i)
        cost += overlaps(label, named->rects[i]) ? COST_WRITTEN : 0;
    for (int i = 0; i < count; ++i)
        cost += overlaps(label, labels[i]) ? COST_WRITTEN : 0;
    return cost;
}

static void build_line(View *view, Rect label, Rect place)
{
    Point from, to;
    join(label, place, &from, &to);
    view_sign(view, SIGN_TOLD);
    scene_line(view->scene, from, to, view->theme->accent, view_hairline(view) * 2);
    view_sign(view, SIGN_NONE);
}

static void build_label(View *view, const Named *named, const char *text, Rect *labels, int *count)
{
    Rect place = named->rects[0];
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + view_units(view, 2 * PADDING);
    Rect room = room_of(view, place), best = {0};
    int least = INT32_MAX;
    for (int which = 0; which < PLACES; ++which) {
        Rect label = kept_inside(beside(view, place, which, width), room);
        int cost = cost_of(view, label, named, labels, *count);
        if (cost < least) {
            least = cost;
            best = label;
        }
    }
    labels[(*count)++] = best;
    build_line(view, best, place);
    view_sign(view, SIGN_TOLD);
    scene_box(view->scene, best, view_units(view, 5), view->theme->panel, view->theme->accent,
              view_hairline(view) * 2, (PickTag){0});
    view_sign(view, SIGN_NONE);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_inset(best, view_units(view, 2)), 0,
                      view->theme->text, text);
}

void told_build(View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    const StageMarks *marks = &view->session->lesson.text.marks;
    Rect labels[SCENE_LABELS];
    Named named;
    int count = 0;
    if (!deciding_is_shown(view) || !marks->are_filled)
        return;
    for (uint32_t i = 0; i < plan->arrow_count; ++i)
        build_way(view, marks->arrows[i]);
    for (int i = 0; i < plan->label_count; ++i)
        if (marks->label_at[i] && marks->label_says[i] &&
            named_find(view, marks->label_at[i], &named))
            build_label(view, &named, marks->label_says[i], labels, &count);
}
