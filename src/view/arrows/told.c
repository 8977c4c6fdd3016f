/* A label stands beside its place where it covers the fewest numbers, and no other label. */
#include "view/arrows/told.h"

#include "session/scenes/show.h"
#include "view/arrows/deciding.h"
#include "view/arrows/named.h"
#include "view/arrows/ways.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"

#include <math.h>
#include <string.h>

enum { SIDES = 4, SHIFTS = 3, PLACES = SIDES * SHIFTS, WRITTEN_PLACE = 120 };
static const float GAP = 5, PADDING = 5, HEIGHT = 20;

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

/* The panel in which a place stands, so that its label stays there. */
static Rect room_of(const View *view, Rect place)
{
    const Layout *layout = &view->layout;
    const Rect rooms[] = {layout->counters, layout->stage,   layout->block,
                          layout->shared,   layout->threads, layout->panel};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; ++i)
        if (rooms[i].w > 0 && rect_holds(rooms[i], rect_centre(place)))
            return rooms[i];
    return (Rect){0, 0, (float)view->scene->width, (float)view->scene->height};
}

/* Right of the place, left of it, above and below; in the middle, or with one end or the other in
 * line with it. */
static Rect beside(const View *view, Rect place, int which, float width)
{
    int side = which % SIDES, shift = which / SIDES;
    float gap = view_units(view, GAP), height = view_units(view, HEIGHT);
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

/* What a place for a label costs: its own place is not to be covered, nor another label, and each
 * text below it is lost. */
static int cost_of(const View *view, Rect label, Rect place, const Rect *labels, int count)
{
    int cost = lift_texts_below(view, label) + (overlaps(label, place) ? WRITTEN_PLACE : 0);
    for (int i = 0; i < count; ++i)
        cost += overlaps(label, labels[i]) ? WRITTEN_PLACE : 0;
    return cost;
}

static void build_label(View *view, Rect place, const char *text, Rect *labels, int *count)
{
    float width = view_text_width(view, FONT_UI, TEXT_SMALL, text) + view_units(view, 2 * PADDING);
    Rect room = room_of(view, place), best = {0};
    int least = INT32_MAX;
    for (int which = 0; which < PLACES; ++which) {
        Rect label = kept_inside(beside(view, place, which, width), room);
        int cost = cost_of(view, label, place, labels, *count);
        if (cost < least) {
            least = cost;
            best = label;
        }
    }
    labels[(*count)++] = best;
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
            build_label(view, named.rects[0], marks->label_says[i], labels, &count);
}
