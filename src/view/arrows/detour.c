/* A bend stands beside a corner of an array; of the ways that lead past all arrays the shortest is
 * taken. */
#include "view/arrows/detour.h"

#include "view/arrows/ways.h"

#include <math.h>

enum { CORNERS = 4 };
static const float ASIDE = 6;

static float length(Point a, Point b)
{
    return hypotf(b.x - a.x, b.y - a.y);
}

/* What a search knows: the ends of a way, what is drawn of the arrays that stand between them, and
 * the shortest way so far. */
typedef struct Search {
    const View *view;
    Point start, end;
    Rect *between; /* [count] */
    int count;
    Detour best;
    float least;
} Search;

/* An array from or to which it goes does not stand in the way. */
static void find_between(Search *search)
{
    const View *view = search->view;
    search->between = ARENA_ARRAY(view->arena, Rect, view->program->shared_count);
    for (int i = 0; i < view->program->shared_count; ++i) {
        if (!view->shared[i].is_shown)
            continue;
        Rect bounds = cells_bounds(&view->shared[i]);
        if (!rect_holds(bounds, search->start) && !rect_holds(bounds, search->end))
            search->between[search->count++] = bounds;
    }
}

static bool is_free(const Search *search, Point a, Point b)
{
    for (int i = 0; i < search->count; ++i)
        if (rect_is_crossed(search->between[i], a, b))
            return false;
    return true;
}

/* A corner of what stands between, counted from 0, a little outside of it. */
static Point corner_at(const Search *search, int index)
{
    Rect rect = rect_inset(search->between[index / CORNERS], -view_units(search->view, ASIDE));
    int corner = index % CORNERS;
    return (Point){corner % 2 ? rect.x + rect.w : rect.x, corner / 2 ? rect.y + rect.h : rect.y};
}

static float whole_length(const Detour *way)
{
    float all = 0;
    for (int i = 0; i < way->legs; ++i)
        all += length(way->at[i], way->at[i + 1]);
    return all;
}

/* Over bends that have been found free so far, to the end in one more leg. */
static void finish(Search *search, Detour way, Point end)
{
    way.at[++way.legs] = end;
    float all = whole_length(&way);
    if (all >= search->least || !is_free(search, way.at[way.legs - 1], end))
        return;
    search->least = all;
    search->best = way;
}

/* Ways with one bend, or two: where arrays stand one above the other one is not enough. */
static void find_bends(Search *search)
{
    for (int i = 0; i < search->count * CORNERS; ++i) {
        Detour one = {{search->start, corner_at(search, i)}, 1};
        if (!is_free(search, search->start, one.at[1]))
            continue;
        finish(search, one, search->end);
        for (int j = 0; j < search->count * CORNERS; ++j) {
            Detour two = one;
            two.at[two.legs = 2] = corner_at(search, j);
            if (whole_length(&two) < search->least && is_free(search, two.at[1], two.at[2]))
                finish(search, two, search->end);
        }
    }
}

Detour detour_middle(const View *view, Rect from, Rect to)
{
    Search search = {
        .view = view, .start = rect_centre(from), .end = rect_centre(to), .least = INFINITY};
    search.best = (Detour){{search.start, search.end}, 1};
    find_between(&search);
    if (!is_free(&search, search.start, search.end))
        find_bends(&search);
    return search.best;
}

Detour detour_edges(Detour way, Rect from, Rect to)
{
    Point bend = way.at[1], last = way.at[way.legs - 1], rest;
    if (way.legs == 1) {
        ways_ends(from, to, &way.at[0], &way.at[1]);
        return way;
    }
    ways_ends(from, (Rect){bend.x, bend.y, 0, 0}, &way.at[0], &rest);
    ways_ends((Rect){last.x, last.y, 0, 0}, to, &rest, &way.at[way.legs]);
    return way;
}

Point detour_at(const Detour *way, float share, int *leg)
{
    float far = share * whole_length(way);
    for (*leg = 0; *leg < way->legs - 1; ++*leg) {
        float here = length(way->at[*leg], way->at[*leg + 1]);
        if (far <= here)
            break;
        far -= here;
    }
    Point a = way->at[*leg], b = way->at[*leg + 1];
    float here = length(a, b);
    return ways_between(a, b, here > 0 ? fminf(far / here, 1) : 0);
}
