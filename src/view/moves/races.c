/* One race of the step is told in full, with words at both ways; the others, which are alike, have
 * thinner lines below it. */
#include "view/moves/races.h"

#include "session/scenes/veil.h"
#include "view/block/threads.h"
#include "view/draw/lift.h"
#include "view/moves/ways.h"

#include <math.h>

static bool is_write(const RacePair *pair, bool is_first)
{
    return pair->kind != (is_first ? FINDING_RACE_WAR : FINDING_RACE_RAW);
}

static bool is_same_pair(const RacePair *a, const RacePair *b)
{
    return a->kind == b->kind && a->line == b->line && a->other_line == b->other_line &&
           a->thread == b->thread && a->other_thread == b->other_thread &&
           a->element == b->element && a->buffer == b->buffer;
}

static RacePair pair_of(const Finding *finding)
{
    return (RacePair){finding->kind,         finding->space,      finding->buffer,
                      finding->line,         finding->other_line, finding->thread,
                      finding->other_thread, finding->element,    finding->within};
}

bool race_is_of(const RacePair *pair, const Finding *finding)
{
    return pair->kind == finding->kind && pair->line == finding->line &&
           pair->other_line == finding->other_line && pair->space == finding->space &&
           pair->buffer == finding->buffer;
}

bool race_is_first(const RacePair *pair, const Finding *finding)
{
    RacePair first = pair_of(finding);
    return is_same_pair(pair, &first);
}

/* The finding picked, if it is a race that is first seen in the step. */
static bool picked_race(const View *view, RacePair *pair)
{
    int count, picked = view->session->selection.finding;
    const Finding *findings = session_findings(view->slot, &count);
    if (picked < 0 || picked >= count)
        return false;
    const Finding *finding = &findings[picked];
    if (finding->block != view->step->block || finding->step != view->step->index ||
        !finding_is_race(finding->kind))
        return false;
    *pair = pair_of(finding);
    return true;
}

/* How well a race answers what was picked. */
static int weight(const View *view, const RacePair *pair)
{
    int count, picked = view->session->selection.finding;
    const Finding *findings = session_findings(view->slot, &count);
    uint32_t thread = view->session->selection.thread;
    bool is_picked = picked >= 0 && picked < count && race_is_of(pair, &findings[picked]);
    return 2 * is_picked + (pair->thread == thread || pair->other_thread == thread);
}

bool races_told(const View *view, RacePair *pair)
{
    const RacesNow *now = probe_races(view->probe);
    if (!view->step || !now || !now->count || veil_hides(view->session, VEIL_MARKS))
        return false;
    if (picked_race(view, pair))
        return true;
    const RacePair *best = &now->pairs[0];
    for (int i = 1; i < now->count; ++i)
        if (weight(view, &now->pairs[i]) > weight(view, best))
            best = &now->pairs[i];
    *pair = *best;
    return true;
}

/* ---- the picture ---- */

/* With more races than this, those beside the one told are only hinted at. */
enum { CLEAR_RACES = 8 };

typedef struct Pen {
    Colour colour;
    float way, token, cell; /* thickness */
    bool has_heads;
} Pen;

static Pen clear_pen(const View *view)
{
    return (Pen){view->theme->danger, view_units(view, 3.5f), view_units(view, 3),
                 view_units(view, 4), true};
}

/* Thin where threads are small. */
static Pen other_pen(const View *view, const RacesNow *now)
{
    bool is_clear = now->count <= CLEAR_RACES;
    float thick = fminf(view_units(view, 2), fmaxf(1, view->threads.grid.cell * 0.1f));
    return (Pen){colour_alpha(view->theme->danger, is_clear ? 0.6f : 0.35f), thick, thick, thick,
                 is_clear};
}

/* One of the two accesses: to the word that both want, or from it. */
static void build_side(View *view, uint32_t thread, Rect cell, bool writes, const Pen *pen)
{
    Rect token = thread_cell(view, thread);
    Point from, to;
    ways_ends(writes ? token : cell, writes ? cell : token, &from, &to);
    scene_box(view->scene, token, 0, 0, pen->colour, pen->token, (PickTag){0});
    if (pen->has_heads)
        scene_arrow(view->scene, from, to, pen->colour, pen->way);
    else
        scene_line(view->scene, from, to, pen->colour, pen->way);
}

/* What an access is stands beside its way where that leaves the shared memory, on the side that is
 * away from the other's, else on the way itself, at a share of it. */
static Point word_place(const View *view, Rect token, Rect cell, float aside, float share)
{
    Point from = rect_centre(token), to = rect_centre(cell);
    const Rect *shared = &view->layout.shared;
    float edge = shared->y + shared->h, y = (edge + view->layout.threads.y) / 2;
    bool leaves = rect_holds(*shared, to) && to.y < edge && from.y > y && shared->h > 0;
    if (!leaves)
        return ways_between(from, to, share);
    Point at = ways_between(from, to, (y - from.y) / (to.y - from.y));
    return (Point){at.x + aside, at.y};
}

static void build_raced_word(View *view, uint32_t thread, uint32_t other, Rect cell, bool writes,
                             float share)
{
    const char *text = view_text(view, writes ? STRING_RACE_WRITES : STRING_RACE_READS);
    float w = view_text_width(view, FONT_UI, TEXT_TINY, text) + view_units(view, 8);
    float h = view_units(view, 16);
    Rect token = thread_cell(view, thread), second = thread_cell(view, other);
    bool is_left = token.x < second.x || (token.x == second.x && share < 0.5f);
    float aside = (w / 2 + view_units(view, 5)) * (is_left ? -1 : 1);
    Point at = word_place(view, token, cell, aside, share);
    Rect chip = {at.x - w / 2, at.y - h / 2, w, h};
    scene_box(view->scene, chip, view_units(view, 4), view->theme->panel, view->theme->danger,
              view_units(view, 1.5f), (PickTag){0});
    view_label(view, FONT_UI, TEXT_TINY, chip, 0, view->theme->danger, text);
}

static bool place_of(const View *view, const RacePair *pair, Rect *cell)
{
    if (pair->buffer < 0)
        return false;
    return pair->space == SPACE_SHARED
               ? ways_shared_place(view, pair->buffer, pair->element, cell)
               : pair->space == SPACE_GLOBAL &&
                     ways_global_place(view, pair->buffer, pair->element, cell);
}

static void build_ways(View *view, const RacePair *pair, Rect cell, const Pen *pen)
{
    if (view->threads.grid.is_shown) {
        build_side(view, pair->thread, cell, is_write(pair, true), pen);
        build_side(view, pair->other_thread, cell, is_write(pair, false), pen);
    }
    scene_box(view->scene, rect_inset(cell, -view_units(view, 2)), 0, 0, pen->colour, pen->cell,
              (PickTag){0});
}

static void build_race_words(View *view, const RacePair *pair, Rect cell)
{
    uint32_t first = pair->thread, second = pair->other_thread;
    if (!view->threads.grid.is_shown)
        return;
    build_raced_word(view, first, second, cell, is_write(pair, true), 0.35f);
    build_raced_word(view, second, first, cell, is_write(pair, false), 0.65f);
}

bool races_build(View *view, int from)
{
    const RacesNow *now = probe_races(view->probe);
    RacePair told;
    Rect cell;
    int built = 0;
    if (!races_told(view, &told))
        return false;
    Pen others = other_pen(view, now), clear = clear_pen(view);
    for (int i = 0; i < now->count; ++i)
        if (!is_same_pair(&now->pairs[i], &told) && place_of(view, &now->pairs[i], &cell)) {
            build_ways(view, &now->pairs[i], cell, &others);
            ++built;
        }
    bool has_place = place_of(view, &told, &cell);
    if (!has_place && !built)
        return false;
    if (has_place)
        build_ways(view, &told, cell, &clear);
    lift_texts(view, from);
    if (has_place)
        build_race_words(view, &told, cell);
    return true;
}
