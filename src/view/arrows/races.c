/* One race of the step is told in full, with words at both ways; the others, which are alike, have
 * thinner lines below it. */
#include "view/arrows/races.h"

#include "probe/sentences/sentence.h"
#include "session/scenes/veil.h"
#include "view/arrows/deciding.h"
#include "view/arrows/ways.h"
#include "view/block/threads.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"

#include <limits.h>
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
    return finding->scope == SCOPE_BLOCK && pair->kind == finding->kind &&
           pair->line == finding->line && pair->other_line == finding->other_line &&
           pair->space == finding->space && pair->buffer == finding->buffer;
}

bool race_is_first(const RacePair *pair, const Finding *finding)
{
    RacePair first = pair_of(finding);
    return is_same_pair(pair, &first);
}

/* The finding picked, if it is a race that is first seen in the step. */
static bool picked_race(const View *view, RacePair *pair)
{
    int count, picked = view->selection->finding;
    const Finding *findings = session_findings(view->slot, &count);
    if (picked < 0 || picked >= count)
        return false;
    const Finding *finding = &findings[picked];
    if (finding->block != view->step->block || finding->step != view->step->index ||
        !finding_is_race(finding->kind) || finding->scope == SCOPE_GRID)
        return false;
    *pair = pair_of(finding);
    return true;
}

/* How well a race answers what was picked. */
static int weight(const View *view, const RacePair *pair)
{
    int count, picked = view->selection->finding;
    const Finding *findings = session_findings(view->slot, &count);
    uint32_t thread = view->selection->thread;
    bool is_picked = picked >= 0 && picked < count && race_is_of(pair, &findings[picked]);
    return 2 * is_picked + (pair->thread == thread || pair->other_thread == thread);
}

/* The race is one for certain. */
static bool stands(const View *view, const RacePair *pair)
{
    Finding finding = race_pair_finding(pair, view->step->block, view->step->index);
    return session_stands(view->slot, &finding);
}

bool races_told(const View *view, RacePair *pair)
{
    const RacesNow *now = probe_races(view->probe);
    if (!view->step || !now || !now->count || veil_hides(view->session, VEIL_MARKS))
        return false;
    if (picked_race(view, pair))
        return true;
    const RacePair *best = NULL;
    for (int i = 0; i < now->count; ++i)
        if ((!best || weight(view, &now->pairs[i]) > weight(view, best)) &&
            stands(view, &now->pairs[i]))
            best = &now->pairs[i];
    if (best)
        *pair = *best;
    return best != NULL;
}

/* ---- the picture ---- */

typedef struct Pen {
    Colour colour;
    float way, token, cell; /* thickness */
} Pen;

static Pen clear_pen(const View *view)
{
    return (Pen){view->theme->danger, view_units(view, 3.5f), view_units(view, 3),
                 view_units(view, 4)};
}

/* Straight, or in three legs round what stands between; at has one point more than legs. */
typedef struct RacedWay {
    Point at[4];
    int legs;
} RacedWay;

/* In the first column, with other cells between, a way down the column would hide what stands
 * there. */
static bool goes_round(const View *view, Rect token, Rect cell)
{
    float gap = fmaxf(token.y - (cell.y + cell.h), cell.y - (token.y + token.h));
    bool is_column = fabsf(token.x + token.w / 2 - cell.x - cell.w / 2) < cell.w / 2;
    bool is_first = token.x - cells_bounds(&view->threads.grid).x < 1;
    return is_column && is_first && gap > 0.9f * fminf(token.h, cell.h);
}

/* Of one of the two accesses: to the word that both want, or from it. */
static RacedWay raced_way(const View *view, uint32_t thread, Rect cell, bool writes)
{
    Rect token = thread_cell(view, thread), from = writes ? token : cell,
         to = writes ? cell : token;
    RacedWay way = {.legs = 1};
    if (!goes_round(view, token, cell)) {
        ways_ends(from, to, &way.at[0], &way.at[1]);
        return way;
    }
    float x = fminf(from.x, to.x) - view_units(view, writes ? 8 : 16);
    float start = from.y + from.h / 2, end = to.y + to.h * (writes ? 0.7f : 0.5f);
    return (RacedWay){{{from.x, start}, {x, start}, {x, end}, {to.x, end}}, 3};
}

/* A read is dashed up to its head, so that it is told from the write where the two stand side by
 * side. */
static void build_leg(View *view, Point from, Point to, bool writes, bool is_last, const Pen *pen)
{
    Point head = writes ? from : ways_between(from, to, is_last ? 0.8f : 1);
    if (!writes)
        sign_dashed_line(view, SIGN_HAZARD, from, head, pen->colour, pen->way);
    if (is_last) {
        sign_arrow(view, SIGN_HAZARD, head, to, pen->colour, pen->way);
    } else if (writes) {
        view_sign(view, SIGN_HAZARD);
        scene_line(view->scene, from, to, pen->colour, pen->way);
        view_sign(view, SIGN_NONE);
    }
}

static void build_side(View *view, uint32_t thread, Rect cell, bool writes, const Pen *pen)
{
    RacedWay way = raced_way(view, thread, cell, writes);
    scene_box(view->scene, thread_cell(view, thread), 0, 0, pen->colour, pen->token, (PickTag){0});
    for (int i = 0; i < way.legs; ++i)
        build_leg(view, way.at[i], way.at[i + 1], writes, i + 1 == way.legs, pen);
}

/* What labels must keep to, and what they must not cover: another label, a cell. */
typedef struct Bounds {
    Rect room, label, cell, way;
} Bounds;

/* The strip that a way takes. */
static Rect strip_of(const View *view, Point from, Point to)
{
    Rect box = {fminf(from.x, to.x), fminf(from.y, to.y), fabsf(to.x - from.x),
                fabsf(to.y - from.y)};
    return rect_inset(box, -view_units(view, 3));
}

/* Where a label may stand beside a way, or on it: the first place, from the middle of the way
 * outwards, that covers no text and not the other label; else the one that covers fewest. */
static Rect free_place(const View *view, const Bounds *bounds, Point from, Point to, float w,
                       float h)
{
    enum { TRIES = 19, SIDES = 3, OF_CELL = 100 };
    Rect room = bounds->room;
    Rect best = {0};
    float gap = view_units(view, 4);
    int least = INT_MAX;
    bool is_steep = fabsf(to.y - from.y) > fabsf(to.x - from.x);
    for (int i = 0; i < TRIES * SIDES && least > 0; ++i) {
        int step = i / SIDES;
        float share = 0.5f + (float)(step % 2 ? -(step + 1) / 2 : step / 2) * 0.05f;
        float aside = (float)(i % SIDES - 1); /* on the one side, on the way, on the other */
        Point at = ways_between(from, to, share);
        at.x += is_steep ? aside * (w / 2 + gap) : 0;
        at.y += is_steep ? 0 : aside * (h / 2 + gap);
        Rect place = {at.x - w / 2, at.y - h / 2, w, h};
        place.x = fmaxf(room.x + gap, fminf(place.x, room.x + room.w - w - gap));
        Rect seen = rect_intersect(place, room);
        LiftBelow below = lift_texts_below(view, place);
        int covered = below.words + below.rest + rect_overlaps(place, bounds->label, 0) +
                      OF_CELL * rect_overlaps(place, bounds->cell, 0) +
                      OF_CELL * rect_overlaps(place, bounds->way, 0) + (seen.w < w || seen.h < h);
        if (covered < least) {
            best = place;
            least = covered;
        }
    }
    return best;
}

/* Words in a box on or beside the line between two points; returns where they stand. */
static Rect build_words(View *view, const Bounds *bounds, Point from, Point to, const char *text)
{
    float w = view_text_width(view, FONT_UI, TEXT_TINY, text) + view_units(view, 8);
    Rect chip = free_place(view, bounds, from, to, w, view_units(view, 16));
    scene_box(view->scene, chip, view_units(view, 4), view->theme->panel, view->theme->danger,
              view_units(view, 1.5f), (PickTag){0});
    view_label(view, FONT_UI, TEXT_TINY, chip, 0, view->theme->danger, text);
    return chip;
}

/* Of its longest leg. */
static void raced_ends(const View *view, uint32_t thread, Rect cell, bool writes, Point *from,
                       Point *to)
{
    RacedWay way = raced_way(view, thread, cell, writes);
    *from = way.at[way.legs / 2];
    *to = way.at[way.legs / 2 + 1];
}

/* What an access is, beside its way, and off the other one; returns where it stands. */
static Rect build_raced_word(View *view, uint32_t thread, Rect cell, bool writes, Rect taken,
                             Rect other)
{
    Rect all = {0, 0, (float)view->scene->width, (float)view->scene->height};
    Bounds bounds = {all, taken, {0}, other};
    Point from, to;
    raced_ends(view, thread, cell, writes, &from, &to);
    return build_words(view, &bounds, from, to,
                       view_text(view, writes ? STRING_RACE_WRITES : STRING_RACE_READS));
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
    if (!view->threads.grid.is_shown)
        return;
    const uint32_t threads[] = {pair->thread, pair->other_thread};
    Rect ways[2], taken = {0};
    for (int i = 0; i < 2; ++i) {
        Point from, to;
        raced_ends(view, threads[i], cell, is_write(pair, i == 0), &from, &to);
        ways[i] = strip_of(view, from, to);
    }
    for (int i = 0; i < 2; ++i)
        taken =
            build_raced_word(view, threads[i], cell, is_write(pair, i == 0), taken, ways[1 - i]);
}

bool races_draw(const View *view, uint32_t thread)
{
    RacePair told;
    Rect cell;
    return view->threads.grid.is_shown && races_told(view, &told) && place_of(view, &told, &cell) &&
           (told.thread == thread || told.other_thread == thread);
}

bool races_build(View *view, int from)
{
    RacePair told;
    Rect cell;
    if (!races_told(view, &told) || !place_of(view, &told, &cell))
        return false;
    Pen clear = clear_pen(view);
    build_ways(view, &told, cell, &clear);
    lift_texts(view, from);
    build_race_words(view, &told, cell);
    return true;
}

/* ---- between blocks ---- */

static const Finding *race_between(const View *view)
{
    int count, picked = view->selection->finding;
    const Finding *findings = session_findings(view->slot, &count);
    if (picked < 0 || picked >= count || findings[picked].scope != SCOPE_GRID ||
        veil_hides(view->session, VEIL_MARKS))
        return NULL;
    return &findings[picked];
}

/* What the block that is not in view does to the word, above or below its cell. */
static void build_other_block(View *view, uint32_t block, Rect cell, bool writes, Rect taken)
{
    const char *text = view_either(view, writes, STRING_RACE_BLOCK_WRITES, STRING_RACE_BLOCK_READS,
                                   sentence_coordinates(view->arena, block, view->launch->grid));
    float away = view_units(view, 16);
    Point above = {cell.x + cell.w / 2, cell.y - away};
    Point below = {cell.x + cell.w / 2, cell.y + cell.h + away};
    build_words(view, &(Bounds){view->layout.stage, taken, cell, {0}}, above, below, text);
}

bool race_between_build(View *view, int from)
{
    const Finding *finding = race_between(view);
    const Step *step = view->step;
    Rect cell, word = {0};
    if (!finding || !step)
        return false;
    bool is_first = step->block == finding->block && step->index == finding->step;
    bool is_second = step->block == finding->other_block && step->index == finding->other_step;
    if ((!is_first && !is_second) ||
        !ways_global_place(view, finding->buffer, finding->element, &cell))
        return false;
    RacePair pair = pair_of(finding);
    Pen pen = clear_pen(view);
    uint32_t thread = is_first ? finding->thread : finding->other_thread;
    if (view->threads.grid.is_shown)
        build_side(view, thread, cell, is_write(&pair, is_first), &pen);
    scene_box(view->scene, rect_inset(cell, -view_units(view, 2)), 0, 0, pen.colour, pen.cell,
              (PickTag){0});
    lift_texts(view, from);
    if (view->threads.grid.is_shown)
        word =
            build_raced_word(view, thread, cell, is_write(&pair, is_first), (Rect){0}, (Rect){0});
    build_other_block(view, is_first ? finding->other_block : finding->block, cell,
                      is_write(&pair, !is_first), word);
    return true;
}
