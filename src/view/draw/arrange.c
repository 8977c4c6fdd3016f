/* A cut is the room in two, and one of the two parts in two again: three parts in some order. How
 * large all of them can be at once, as a share of what they need, is found by bisection, since the
 * least sizes of a cut grow with that share. What is left over goes by the table's shares. */
#include "view/draw/arrange.h"

#include <math.h>

typedef enum Part { STAGE, BLOCK, TEXT, PARTS, NONE = PARTS } Part;

/* The order of the parts; the first stands alone, or else the last, and the other two are together.
 * The shares are those of the first of two in what they have together. */
typedef struct Cut {
    Part order[PARTS];
    bool is_first_alone, is_outer_row, is_inner_row;
    float outer, inner;
} Cut;

static const Cut window_cuts[] = {
    {{STAGE, BLOCK, TEXT}, true, true, true, 0.3664f, 0.373f},
    {{STAGE, TEXT, BLOCK}, true, true, false, 0.46f, 0.54f},
    {{STAGE, BLOCK, TEXT}, false, true, false, 0.54f, 0.52f},
    {{STAGE, BLOCK, TEXT}, true, false, true, 0.5f, 0.37f},
    {{STAGE, BLOCK, TEXT}, false, false, true, 0.6f, 0.45f},
    {{STAGE, BLOCK, TEXT}, true, false, false, 0.38f, 0.5f},
    {{STAGE, TEXT, BLOCK}, false, true, false, 0.45f, 0.55f},
};
static const Cut tall_cuts[] = {
    {{STAGE, BLOCK, TEXT}, true, false, true, 0.5f, 0.37f},
    {{STAGE, BLOCK, TEXT}, true, false, false, 0.4f, 0.45f},
    {{STAGE, BLOCK, TEXT}, false, false, true, 0.6f, 0.45f},
};
static const Cut lecture_cuts[] = {
    {{STAGE, TEXT, BLOCK}, false, true, false, 0.38f, 0.62f},
    {{STAGE, BLOCK, TEXT}, true, true, false, 0.34f, 0.66f},
    {{BLOCK, STAGE, TEXT}, true, false, true, 0.6f, 0.5f},
    {{STAGE, BLOCK, TEXT}, false, false, true, 0.66f, 0.36f},
    {{STAGE, BLOCK, TEXT}, true, true, true, 0.3f, 0.6f},
    {{STAGE, BLOCK, TEXT}, true, false, false, 0.32f, 0.66f},
};
static const Cut enlarged_cuts[] = {
    {{STAGE, BLOCK, TEXT}, true, true, false, 0.47f, 0.5f},
    {{STAGE, BLOCK, TEXT}, true, false, true, 0.5f, 0.6f},
};
enum {
    WINDOW_CUTS = sizeof window_cuts / sizeof *window_cuts,
    TALL_CUTS = sizeof tall_cuts / sizeof *tall_cuts,
    LECTURE_CUTS = sizeof lecture_cuts / sizeof *lecture_cuts
};

static const float GROWN = 3;      /* times: a larger cell tells nothing more */
static const float HIGHER = 1.15f; /* so many times its height a room is still not wide */
static const float WRAPPED = 2;    /* a strip may take two lines, for which it has no need */
static const float READ = 0.5f;    /* of a share: all can be read */
static const float GIVEN = 0.7f;   /* of a share: more than that is given for longer lines */
static const float LEAST = 0.3f, LEAST_FEW = 0.65f; /* of what global memory needs */
static const float MAP_WIDE = 18, MAP_HIGH = 18;    /* gaps */
static const float SHARED = 0.39f, THREADS = 0.32f, SHARED_BESIDE = 0.54f;

typedef struct Size {
    float w, h;
} Size;

/* The lower half of the shares is about what can be read at all, the upper one about what is more
 * than that. */
static float with_least(float least, float all, float share)
{
    if (least <= 0)
        return share * all;
    return share < READ ? least * share / READ
                        : least + (all - least) * (share - READ) / (1 - READ);
}

/* What has no width is not there. */
static Size with_need(const Need *need, float share)
{
    if (!need->is_there)
        return (Size){0, 0};
    return (Size){need->frame_w + with_least(need->least_w, need->cells_w, share),
                  need->frame_h + with_least(need->least_h, need->cells_h, share)};
}

static Size both_sizes(Size a, Size b, bool is_row, float gap)
{
    gap = a.w > 0 && b.w > 0 ? gap : 0;
    return is_row ? (Size){a.w + gap + b.w, fmaxf(a.h, b.h)}
                  : (Size){fmaxf(a.w, b.w), a.h + gap + b.h};
}

/* What global memory has at least: with less not even a map of it has room. */
static Size map_size(const Moment *moment)
{
    return (Size){MAP_WIDE * moment->gap, MAP_HIGH * moment->gap + moment->head};
}

static Size no_less_than(Size size, Size least)
{
    return (Size){fmaxf(size.w, least.w), fmaxf(size.h, least.h)};
}

static Size block_size(const Moment *moment, bool is_beside, float share)
{
    const RunNeeds *run = &moment->run;
    if (run->block.is_there)
        return with_need(&run->block, share);
    return both_sizes(with_need(&run->shared, share), with_need(&run->threads, share), is_beside,
                      moment->gap);
}

static Size part_size(const Moment *moment, Part part, bool is_beside, float share)
{
    const RunNeeds *run = &moment->run;
    if (part == STAGE && moment->is_pair)
        return with_need(&run->buffers, share);
    if (part == STAGE)
        return no_less_than(with_need(&run->buffers, share), map_size(moment));
    if (part == TEXT)
        return with_need(&moment->text, share);
    Size block = block_size(moment, is_beside, share);
    if (moment->has_registers)
        block.h = block.h / (SHARED + THREADS) + moment->gap;
    return block;
}

/* The two that stand together. */
static const Part *pair_of(const Cut *cut)
{
    return cut->order + cut->is_first_alone;
}

static Size pair_size(const Moment *moment, const Cut *cut, bool is_beside, float share)
{
    const Part *pair = pair_of(cut);
    return both_sizes(part_size(moment, pair[0], is_beside, share),
                      part_size(moment, pair[1], is_beside, share), cut->is_inner_row, moment->gap);
}

static Part alone_of(const Cut *cut)
{
    return cut->order[cut->is_first_alone ? 0 : 2];
}

static bool cut_fits(const Moment *moment, const Cut *cut, bool is_beside, float share, Rect room)
{
    Size all = both_sizes(pair_size(moment, cut, is_beside, share),
                          part_size(moment, alone_of(cut), is_beside, share), cut->is_outer_row,
                          moment->gap);
    return all.w <= room.w && all.h <= room.h;
}

/* The largest share of all needs, up to 1, that the cut has room for; of no account where that is
 * no more than least. */
static float share_of(const Moment *moment, const Cut *cut, bool is_beside, Rect room, float least)
{
    enum { STEPS = 7 };
    if (cut_fits(moment, cut, is_beside, 1, room))
        return 1;
    float low = 0, high = 1;
    for (int i = 0; i < STEPS && high > least; ++i) {
        float middle = (low + high) / 2;
        *(cut_fits(moment, cut, is_beside, middle, room) ? &low : &high) = middle;
    }
    return low;
}

/* What a part has at least, and what it needs, along a cut. */
typedef struct Length {
    float least, need;
} Length;

static Length length_of(Size least, Size need, bool is_row)
{
    return is_row ? (Length){least.w, need.w} : (Length){least.h, need.h};
}

/* The length of the first of two: its share, but no less than it needs and no more than leaves the
 * second what that needs; where both cannot have that, each lacks the same part of what it has
 * beyond the least. */
static float first_length(Length first, Length second, float all, float share)
{
    float free = all - first.least - second.least;
    float more = first.need - first.least, other = second.need - second.least;
    if (first.need + second.need <= all)
        return fmaxf(first.need, fminf(all - second.need, all * share));
    if (free <= 0)
        return all * first.least / (first.least + second.least);
    return first.least + free * more / (more + other);
}

/* Cuts room in two; what has no need is not there. */
static void cut_room(Rect room, bool is_row, float gap, float share, Length first, Length second,
                     Rect rects[2])
{
    if (first.need <= 0 || second.need <= 0) {
        rects[first.need <= 0] = room;
        rects[first.need > 0] = (Rect){0};
        return;
    }
    float all = is_row ? room.w : room.h;
    float length = fmaxf(0, roundf(first_length(first, second, fmaxf(0, all - gap), share)));
    rects[0] = rects[1] = room;
    if (is_row) {
        rects[0].w = length;
        rects[1] = (Rect){room.x + length + gap, room.y, fmaxf(0, room.w - length - gap), room.h};
    } else {
        rects[0].h = length;
        rects[1] = (Rect){room.x, room.y + length + gap, room.w, fmaxf(0, room.h - length - gap)};
    }
}

/* Shared memory and threads, where they are two. */
static void place_in_block(const Moment *moment, Rect room, bool is_beside, float worst,
                           Arrangement *places)
{
    const RunNeeds *run = &moment->run;
    float share = is_beside ? SHARED_BESIDE : SHARED / (SHARED + THREADS);
    Rect rects[2];
    if (run->block.is_there) {
        places->block = room;
        return;
    }
    cut_room(room, is_beside, moment->gap, share,
             length_of(with_need(&run->shared, worst), with_need(&run->shared, 1), is_beside),
             length_of(with_need(&run->threads, worst), with_need(&run->threads, 1), is_beside),
             rects);
    places->shared = run->shared.is_there ? rects[0] : (Rect){0};
    places->threads = run->threads.is_there ? rects[1] : (Rect){0};
}

/* Registers stand below the threads, and have what these leave them. */
static void place_registers(const Moment *moment, Rect *block, Arrangement *places)
{
    float height = (block->h - 2 * moment->gap) * (1 - SHARED - THREADS);
    float all = block->h;
    if (!moment->has_registers)
        return;
    block->h = roundf(all - height - moment->gap);
    places->registers =
        (Rect){block->x, block->y + block->h + moment->gap, block->w, all - block->h - moment->gap};
}

static Rect *rect_of(Arrangement *places, Part part)
{
    return part == STAGE ? &places->stage : part == TEXT ? &places->text : &places->block;
}

/* What the first of two has of what is left over; with pull, 0 to 1, so much of the others' is the
 * block's. Where nothing is to be read, the stage has the larger part. */
static float share_of_first(const Moment *moment, bool is_first, bool is_in, float share,
                            float pull)
{
    if (!moment->text.is_there && !moment->is_lecture)
        return is_first ? 0.39f : 0.61f;
    return is_in ? share + pull * ((float)is_first - share) : share;
}

/* How many times the cells that it needs a part has room for, in the direction that has less. */
static float growth_in(const Need *need, Rect room)
{
    float growth = GROWN;
    if (!need->is_there || need->cells_w <= 0 || need->cells_h <= 0)
        return growth;
    growth = fminf(growth, (room.w - need->frame_w) / need->cells_w);
    return fmaxf(0, fminf(growth, (room.h - need->frame_h) / need->cells_h));
}

/* Of the height of a stage that has all of the width no more than its cells can use in that. */
static float share_used(const Moment *moment, Rect room, float share)
{
    const Need *need = &moment->run.buffers;
    Rect endless = {0, 0, room.w, need->frame_h + GROWN * need->cells_h};
    float used = need->frame_h + WRAPPED * need->cells_h * growth_in(need, endless);
    return room.h > 0 && need->cells_h > 0 ? fminf(share, used / room.h) : share;
}

/* A cut with as much of all needs as it has room for: what it leaves to choose is the pull. */
typedef struct Fit {
    const Cut *cut;
    bool is_beside;
    float share;
    Length lengths[PARTS], pair;
} Fit;

static Fit fit_of(const Moment *moment, const Cut *cut, bool is_beside, float share)
{
    Fit fit = {cut, is_beside, share};
    fit.pair = length_of(pair_size(moment, cut, is_beside, share),
                         pair_size(moment, cut, is_beside, 1), cut->is_outer_row);
    for (int i = 0; i < PARTS; ++i)
        fit.lengths[i] = length_of(
            part_size(moment, (Part)i, is_beside, share), part_size(moment, (Part)i, is_beside, 1),
            (Part)i == alone_of(cut) ? cut->is_outer_row : cut->is_inner_row);
    return fit;
}

static void place_cut(const Moment *moment, const Fit *fit, float pull, Rect room,
                      Arrangement *places)
{
    const Cut *cut = fit->cut;
    const Part *parts = pair_of(cut), one = alone_of(cut);
    const Length *lengths = fit->lengths, pair = fit->pair;
    Rect outer[2], inner[2];
    bool is_first = cut->is_first_alone, is_alone = one == BLOCK, is_row = cut->is_inner_row;
    *places = (Arrangement){{0}};
    float of_first = share_of_first(moment, is_alone == is_first, true, cut->outer, pull);
    if (one == STAGE && is_first && !cut->is_outer_row && !moment->is_lecture)
        of_first = share_used(moment, room, of_first);
    cut_room(room, cut->is_outer_row, moment->gap, of_first, is_first ? lengths[one] : pair,
             is_first ? pair : lengths[one], outer);
    cut_room(outer[is_first], is_row, moment->gap,
             share_of_first(moment, parts[0] == BLOCK, !is_alone, cut->inner, pull),
             lengths[parts[0]], lengths[parts[1]], inner);
    *rect_of(places, alone_of(cut)) = outer[!is_first];
    for (int i = 0; i < 2; ++i)
        *rect_of(places, parts[i]) = inner[i];
    Rect block = places->block;
    places->block = (Rect){0};
    place_registers(moment, &block, places);
    place_in_block(moment, block, fit->is_beside, fit->share, places);
}

static float area(Rect rect)
{
    return rect.w * rect.h;
}

/* Of the half that it is to have. */
static float half_of(const Moment *moment, const Arrangement *places)
{
    float all = area(places->block) + area(places->shared) + area(places->threads);
    all += moment->counts_stage ? area(places->stage) - moment->head * places->stage.w : 0;
    all += moment->counts_text * area(places->text);
    return moment->half > 0 ? fminf(1, all / moment->half) : 1;
}

/* Before an audience the block takes from the others what it lacks for its half, and no more. A cut
 * that gives no more than least is not wanted, and nothing is placed. */
static float try_cut(const Moment *moment, const Cut *cut, bool is_beside, Rect room, float least,
                     Arrangement *places)
{
    enum { STEPS = 5 };
    float share = share_of(moment, cut, is_beside, room, least), low = 0, high = 1;
    if (share <= least)
        return share;
    Fit fit = fit_of(moment, cut, is_beside, share);
    place_cut(moment, &fit, 0, room, places);
    if (half_of(moment, places) >= 1)
        return share;
    for (int i = 0; i < STEPS; ++i) {
        float pull = (low + high) / 2;
        place_cut(moment, &fit, pull, room, places);
        *(half_of(moment, places) < 1 ? &low : &high) = pull;
    }
    place_cut(moment, &fit, high, room, places);
    float half = half_of(moment, places);
    return half >= 1 ? share : fminf(share, READ * half);
}

/* How much of what they need both shared memory and threads have in a room, up to 1. */
static float share_in_block(const Moment *moment, bool is_beside, Rect room)
{
    enum { STEPS = 6 };
    float low = 0, high = 1;
    for (int i = 0; i < STEPS; ++i) {
        float tried = i ? (low + high) / 2 : 1;
        Size both = block_size(moment, is_beside, tried);
        bool fits = both.w <= room.w && both.h <= room.h;
        if (fits && tried >= 1)
            return 1;
        *(fits ? &low : &high) = tried;
    }
    return low;
}

/* In the room that the block has got they stand the other way if both have more of it then. */
static void turn_block(const Moment *moment, Arrangement *places)
{
    Rect *shared = &places->shared, *threads = &places->threads;
    if (shared->w <= 0 || threads->w <= 0)
        return;
    bool is_beside = threads->x > shared->x;
    Rect room = rect_around(*shared, *threads);
    float share = share_in_block(moment, is_beside, room),
          other = share_in_block(moment, !is_beside, room);
    if (other > share + 0.02f || (other >= 1 && is_beside))
        place_in_block(moment, room, !is_beside, other, places);
}

/* The same of the block, or of what of it has less. */
static float growth_of_block(const Moment *moment, const Arrangement *places)
{
    const RunNeeds *run = &moment->run;
    return run->block.is_there ? growth_in(&run->block, places->block)
                               : fminf(growth_in(&run->shared, places->shared),
                                       growth_in(&run->threads, places->threads));
}

/* The cuts that are tried. */
typedef struct CutList {
    const Cut *cuts;
    int count;
} CutList;

static CutList cuts_of(const Moment *moment, Rect room)
{
    CutList list = {window_cuts, WINDOW_CUTS};
    if (moment->is_fixed)
        return (CutList){&window_cuts[room.w > 0.95f * room.h ? 0 : 5], 1};
    if (moment->is_enlarged)
        return (CutList){enlarged_cuts, 1 + moment->is_tall};
    if (moment->is_lecture)
        list = (CutList){lecture_cuts, LECTURE_CUTS};
    else if (moment->is_tall)
        list = (CutList){tall_cuts, TALL_CUTS};
    return moment->has_registers ? (CutList){list.cuts, 1} : list;
}

/* How well a moment is arranged, and how large its cells are then. */
typedef struct Found {
    float share, stage, block; /* stage and block: growth */
    Arrangement places;
} Found;

static Found find_cut(const Moment *moment, CutList list, Rect room)
{
    Found found = {.share = -1};
    bool is_one = moment->run.block.is_there || !moment->run.shared.is_there;
    for (int i = 0; i < 2 * list.count && found.share < 1; ++i) {
        Arrangement tried;
        if (i % 2 && (is_one || moment->has_registers))
            continue;
        float least = found.share + 0.01f;
        float share = try_cut(moment, &list.cuts[i / 2], i % 2, room, least, &tried);
        if (share > least) {
            found.share = share;
            found.places = tried;
        }
    }
    turn_block(moment, &found.places);
    found.stage = growth_in(&moment->run.buffers, found.places.stage);
    found.block = growth_of_block(moment, &found.places);
    return found;
}

/* In a room that is higher than wide the stage has a line of its own where nobody has less by that
 * and the cells are larger. */
static float arrange_once(const Moment *moment, Rect room, Arrangement *places)
{
    Found found = find_cut(moment, cuts_of(moment, room), room);
    bool has_other = !moment->is_lecture && !moment->is_tall && !moment->is_fixed &&
                     !moment->is_pair && HIGHER * room.h > room.w;
    if (has_other) {
        CutList list = {tall_cuts, moment->has_registers ? 1 : TALL_CUTS};
        Found other = find_cut(moment, list, room);
        if (other.share >= found.share && other.stage > found.stage &&
            other.block >= fminf(found.block, 1))
            found = other;
    }
    *places = found.places;
    return found.share;
}

/* How well a moment is arranged whose global memory is smaller, a share of its need. */
static float arrange_smaller(const Moment *moment, float share, Rect room, Arrangement *places)
{
    float worst = arrange_once(moment, room, places), half = half_of(moment, places);
    return moment->counts_stage || half >= 1 ? fminf(worst, sqrtf(share)) : LEAST * LEAST * half;
}

/* What is left of global memory shows it, if only as a map. */
static bool has_map(const Moment *moment, const Arrangement *places)
{
    return places->stage.w >= map_size(moment).w && places->stage.h >= map_size(moment).h;
}

/* Lines that are too short are hard to read: where nobody lacks anything else, the others give up
 * some of what is more than legible for a text of the width that it would like to have. */
static void lengthen_lines(const Moment *moment, Rect room, Arrangement *places)
{
    Moment roomy = *moment;
    Arrangement tried;
    roomy.text.frame_w = moment->roomy - roomy.text.cells_w;
    if (arrange_once(&roomy, room, &tried) >= GIVEN && has_map(moment, &tried))
        *places = tried;
}

/* Global memory is made smaller rather than that the block lacks its part, unless that would cost
 * its few elements their numbers, and rather than that the block has less than its half before an
 * audience, as long as its cells can be read. */
float arrange(const Moment *moment, Rect room, Arrangement *places)
{
    static const float smaller = 0.9f, frame = 0.94f;
    float few = moment->counts_text > 0 || moment->counts_stage ? 1 : LEAST_FEW;
    Moment tried = *moment;
    Need *stage = &tried.run.buffers;
    float best = arrange_smaller(&tried, 1, room, places);
    for (float share = smaller; share > fmaxf(best * best, LEAST); share *= smaller) {
        Arrangement other;
        if (moment->run.has_few && share < few && half_of(&tried, places) >= 1)
            break;
        stage->frame_w *= frame;
        stage->frame_h = tried.head + (stage->frame_h - tried.head) * frame;
        stage->cells_w *= smaller;
        stage->cells_h *= smaller;
        float worst = arrange_smaller(&tried, share, room, &other);
        if (worst > best + 0.005f && has_map(moment, &other)) {
            best = worst;
            *places = other;
        }
    }
    if (best >= 1 && places->text.w > 0 && places->text.w < moment->roomy)
        lengthen_lines(moment, room, places);
    return best;
}
