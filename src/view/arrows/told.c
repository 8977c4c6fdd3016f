/* Arrows lead round what is written (view/arrows/board.h). A label stands beside its place, off the
 * numbers of other arrays, where it covers the fewest texts, no counter that is lit, no words, as
 * names, headings and keys are, which other cells need, no other label and no arrow. One that finds
 * room only farther away is joined to it by a line. It has as many lines as suit its room. */
#include "view/arrows/told.h"

#include "session/scenes/show.h"
#include "view/arrows/board.h"
#include "view/arrows/deciding.h"
#include "view/arrows/named.h"
#include "view/arrows/ways.h"
#include "view/draw/cell_look.h"
#include "view/draw/lift.h"
#include "view/draw/signs.h"
#include "view/values/values.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum {
    LABEL_LINES = 3, /* at most */
    SIDES = 4,
    SHIFTS = 3,
    RINGS = 8,
    PLACES = SIDES * SHIFTS * RINGS,
    ACROSS = 24, /* places in all of the room */
    DOWN = 24,
    TAKEN_MOST = 64,
    COST_TEXT = 40,
    COST_WORDS = 600,
    COST_CROSSED = 15,
    COST_WRITTEN = 1200,
    COST_SHOWN = 120,
    COST_ARROW = 260,
    COST_MUCH = 150,
    COST_TOUCHED = 12,      /* each cell of the access that decides */
    COST_LINE = 9,          /* for each line after the first, where one would do */
    COST_LED_THROUGH = 500, /* another place, which the line would seem to be of */
    COST_LED_OVER = 240,    /* another label */
    COST_BORDER = 10,
    COST_OTHER_ARRAY = 300,
    COST_OWN_ARRAY = 150,
    COST_OWN_COLOURS = 25
};
static const float GAP = 5, RING = 24, PADDING = 5, LINE = 15, LONGEST = 190, EDGE = 3, ARC = 9,
                   ARROW = 2.4f, CLEAR = 2; /* clear: of a text beside a label */

typedef struct Leg {
    Point from, to;
} Leg;

/* What labels keep off: those before them, counters that are lit, arrows in a row, and the legs of
 * other ways; and the places of all of them, which are what is to be seen. */
typedef struct Taken {
    Board *board;
    Rect rects[TAKEN_MOST], places[TAKEN_MOST]; /* [count], [place_count] */
    Leg legs[TAKEN_MOST];                       /* [leg_count] */
    Rect touched[WARP_LANES];                   /* cells of the step, [touched_count] */
    int count, place_count, leg_count, touched_count;
} Taken;

static void take(Taken *taken, Rect rect)
{
    if (taken->count < TAKEN_MOST)
        taken->rects[taken->count++] = rect;
}

static void take_leg(Taken *taken, Point from, Point to)
{
    if (taken->leg_count < TAKEN_MOST)
        taken->legs[taken->leg_count++] = (Leg){from, to};
}

/* ---- arrows ---- */

static bool is_same_row(Rect from, Rect to)
{
    return fabsf(from.y - to.y) < 1 && fabsf(from.h - to.h) < 1 &&
           fabsf(from.x - to.x) > fmaxf(from.w, to.w) * 1.5f;
}

/* Between cells of one row, below what stands between them; each deeper than those before it. */
static void build_arc(View *view, Rect from, Rect to, Taken *taken)
{
    float start = from.x + from.w / 2, end = to.x + to.w / 2, top = from.y + from.h;
    Rect room = {fminf(start, end), top, fabsf(end - start), view_units(view, ARC)};
    for (int i = 0; i < taken->count; ++i) {
        Rect both = rect_intersect(taken->rects[i], room);
        if (both.w > 0 && both.h > 0)
            room.h = fmaxf(room.h, taken->rects[i].h + view_units(view, ARC));
    }
    float width = view_units(view, ARROW), bottom = top + room.h;
    Colour colour = view->theme->accent;
    view_sign(view, SIGN_TOLD);
    scene_line(view->scene, (Point){start, top}, (Point){start, bottom}, colour, width);
    scene_line(view->scene, (Point){start, bottom}, (Point){end, bottom}, colour, width);
    view_sign(view, SIGN_NONE);
    sign_arrow(view, SIGN_TOLD, (Point){end, bottom}, (Point){end, top}, colour, width);
    take(taken, room);
}

/* All legs of a way but the last one. */
static void build_legs(View *view, const Detour *way, float width)
{
    view_sign(view, SIGN_TOLD);
    for (int i = 0; i + 1 < way->legs; ++i)
        scene_line(view->scene, way->at[i], way->at[i + 1], view->theme->accent, width);
    view_sign(view, SIGN_NONE);
}

static void build_arrow(View *view, Rect from, Rect to, Taken *taken)
{
    if (is_same_row(from, to)) {
        build_arc(view, from, to, taken);
        return;
    }
    Detour way = board_find(taken->board, from, to,
                            detour_edges(detour_middle(view, from, to), from, to), true);
    float width = view_units(view, ARROW);
    for (int i = 0; i < way.legs; ++i)
        take_leg(taken, way.at[i], way.at[i + 1]);
    build_legs(view, &way, width);
    sign_arrow(view, SIGN_TOLD, way.at[way.legs - 1], way.at[way.legs], view->theme->accent, width);
}

/* "N[0][1] -> Nds[0][1]": from each cell of the one place to the first of the other. */
static void build_way(View *view, const char *text, Taken *taken)
{
    static const char AND[] = " -> ";
    const char *split = text ? strstr(text, AND) : NULL;
    Named from, to;
    if (!split || !named_find(view, arena_text(view->arena, text, (size_t)(split - text)), &from) ||
        !named_find(view, split + strlen(AND), &to))
        return;
    for (int i = 0; i < from.count; ++i)
        build_arrow(view, from.rects[i], to.rects[i < to.count ? i : 0], taken);
}

/* ---- labels ---- */

/* Where the label of a place may stand: beside matrices and threads in all of their panels, the
 * room between these too; otherwise in the place's own panel. */
static Rect room_of(const View *view, Rect place)
{
    const Layout *layout = &view->layout;
    const Rect rooms[] = {layout->stage, layout->block, layout->shared, layout->threads};
    const Rect others[] = {layout->counters, layout->panel, layout->source};
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
static Rect beside(const View *view, Rect place, int which, float width, float height)
{
    int side = which % SIDES, shift = which / SIDES % SHIFTS, ring = which / (SIDES * SHIFTS);
    float gap = view_units(view, GAP + RING * (float)ring);
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

/* From the edge of the label to that of its place, off the corners, which other cells have, too;
 * both the same where they touch. */
static void join(Rect label, Rect place, Point *from, Point *to)
{
    static const float off = 0.3f, most = 8;
    Point middle = rect_centre(label);
    bool is_beside = label.x >= place.x + place.w || label.x + label.w <= place.x;
    float x = is_beside ? 0 : fminf(off * place.w, most),
          y = is_beside ? fminf(off * place.h, most) : 0;
    to->x = fmaxf(place.x + x, fminf(middle.x, place.x + place.w - x));
    to->y = fmaxf(place.y + y, fminf(middle.y, place.y + place.h - y));
    from->x = fmaxf(label.x, fminf(to->x, label.x + label.w));
    from->y = fmaxf(label.y, fminf(to->y, label.y + label.h));
}

static float distance_of(Rect label, Rect place)
{
    Point from, to;
    join(label, place, &from, &to);
    return hypotf(to.x - from.x, to.y - from.y);
}

static Rect line_between(Rect label, Rect place)
{
    Point from, to;
    join(label, place, &from, &to);
    return (Rect){fminf(from.x, to.x), fminf(from.y, to.y), fabsf(to.x - from.x) + 1,
                  fabsf(to.y - from.y) + 1};
}

/* What matters of the place's own array is its numbers, where it has any. */
static int cost_of_own(const View *view, const CellGrid *grid)
{
    return cells_have_numbers(view, grid) ? COST_OWN_ARRAY : COST_OWN_COLOURS;
}

static int cost_of_array(const View *view, const CellGrid *grid, Rect label, Rect place)
{
    Rect cells = grid->is_shown ? cells_bounds(grid) : (Rect){0};
    if (cells.w <= 0)
        return 0;
    if (rect_holds(cells, rect_centre(place)))
        return rect_overlaps(label, cells, 0.5f) ? cost_of_own(view, grid) : 0;
    return (rect_overlaps(label, cells, 0.5f) ? COST_OTHER_ARRAY : 0) +
           (rect_overlaps(line_between(label, place), cells, 0.5f) ? COST_OTHER_ARRAY / 2 : 0);
}

/* A label on another array's numbers would be read as said of that one. */
static int cost_of_arrays(const View *view, Rect label, Rect place)
{
    int cost = cost_of_array(view, &view->threads.grid, label, place);
    for (int i = 0; i < view->program->shared_count; ++i)
        cost += cost_of_array(view, &view->shared[i], label, place);
    for (int i = 0; i < view->launch->buffer_count; ++i)
        cost += cost_of_array(view, &view->buffers[i], label, place);
    return cost;
}

/* Of a label that lies across the edges of panels, and would be read as said of two. */
static int cost_of_border(const View *view, Rect label)
{
    const Layout *layout = &view->layout;
    const Rect panels[] = {layout->stage, layout->block, layout->shared, layout->threads};
    int cost = 0;
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i) {
        Rect both = rect_intersect(label, panels[i]);
        bool is_cut = both.w > 0 && both.h > 0 && (both.w < label.w - 1 || both.h < label.h - 1);
        cost += is_cut ? COST_BORDER : 0;
    }
    return cost;
}

/* A name, a heading or a key is never to be covered where there is any other place. */
static int cost_of_texts(const View *view, Rect label, Rect line)
{
    LiftBelow below = lift_texts_below(view, rect_inset(label, -view_units(view, CLEAR))),
              crossed = lift_texts_below(view, line);
    return COST_WORDS * below.words + COST_TEXT * below.rest +
           COST_CROSSED * (crossed.words + crossed.rest);
}

/* What a place for a label costs: none of the cells it names is to be covered, nor another label,
 * nor another array; each text below it is lost, and near is better than far. Of a place that costs
 * `most` or more it is only known that it does: texts, which are many, are looked at last. */
static int cost_of(const View *view, Rect label, const Named *named, const Taken *taken, int most)
{
    Rect line = line_between(label, named->rects[0]);
    int cost = cost_of_arrays(view, label, named->rects[0]) + cost_of_border(view, label) +
               (int)(distance_of(label, named->rects[0]) / view_units(view, 4));
    for (int i = 0; i < named->count; ++i)
        cost += rect_overlaps(label, named->rects[i], 0.5f) ? COST_WRITTEN : 0;
    for (int i = 0; i < taken->count; ++i)
        cost += rect_overlaps(label, taken->rects[i], 0.5f)  ? COST_WRITTEN
                : rect_overlaps(line, taken->rects[i], 0.5f) ? COST_LED_OVER
                                                             : 0;
    for (int i = 0; i < taken->leg_count; ++i)
        cost += rect_is_crossed(rect_inset(label, -2), taken->legs[i].from, taken->legs[i].to)
                    ? COST_ARROW
                    : 0;
    for (int i = 0; i < taken->touched_count; ++i)
        cost += rect_overlaps(label, taken->touched[i], 0.5f) ? COST_TOUCHED : 0;
    for (int i = 0; i < taken->place_count; ++i)
        if (!rect_holds(taken->places[i], rect_centre(named->rects[0])))
            cost += (rect_overlaps(label, taken->places[i], 0.5f) ? COST_SHOWN : 0) +
                    (rect_overlaps(line, taken->places[i], 0.5f) ? COST_LED_THROUGH : 0);
    return cost < most ? cost + cost_of_texts(view, label, line) : cost;
}

/* Straight, or round what is written. */
static void build_line(View *view, Rect label, Rect place, Taken *taken)
{
    Detour way = {.legs = 1};
    float width = view_hairline(view) * 2;
    join(label, place, &way.at[0], &way.at[1]);
    way = board_find(taken->board, label, place, way, false);
    build_legs(view, &way, width);
    view_sign(view, SIGN_TOLD);
    scene_line(view->scene, way.at[way.legs - 1], way.at[way.legs], view->theme->accent, width);
    view_sign(view, SIGN_NONE);
}

/* "a × b", "x = 1" and "(0, 1)" are not taken apart. */
static bool is_in_formula(const char *text, const char *blank)
{
    if (blank - text > 1 && blank[-1] == ',' && isdigit((unsigned char)blank[-2]) &&
        isdigit((unsigned char)blank[1]))
        return true;
    static const char *const signs[] = {"×", "=", "+", "-", "^", "%", "<", ">="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i) {
        size_t length = strlen(signs[i]);
        bool is_before = (size_t)(blank - text) > length && blank[-(long)length - 1] == ' ' &&
                         strncmp(blank - length, signs[i], length) == 0;
        if (is_before || (strncmp(blank + 1, signs[i], length) == 0 && blank[1 + length] == ' '))
            return true;
    }
    return false;
}

/* A line may end before a blank, and before a Chinese character that ends no clause. */
static bool may_break(const char *text, const char *at)
{
    static const char *const ends[] = {"，", "。", "：", "；", "、", "）"};
    if (*at == ' ')
        return !is_in_formula(text, at);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        if (strncmp(at, ends[i], strlen(ends[i])) == 0)
            return false;
    return (unsigned char)*at >= 0xe3; /* the first byte of one */
}

/* How well a line ends there, 0 the best: near the place that is asked for, and behind a clause. */
static size_t line_fault(const char *text, const char *at, size_t wanted)
{
    static const char *const ends[] = {":", ",", ";", "，", "：", "；"};
    size_t here = (size_t)(at - text), away = here > wanted ? here - wanted : wanted - here;
    bool is_clause = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
        is_clause |=
            here >= strlen(ends[i]) && strncmp(at - strlen(ends[i]), ends[i], strlen(ends[i])) == 0;
    return 2 * away + (is_clause ? 0 : 1 + strlen(text) / 3);
}

/* Where a text is best broken near a place in it; its end where it may not be broken. */
static const char *line_break(const char *text, size_t wanted)
{
    const char *best = text + strlen(text);
    size_t least = SIZE_MAX;
    for (const char *at = text + 1; *text && *at; ++at)
        if (may_break(text, at) && line_fault(text, at, wanted) < least) {
            least = line_fault(text, at, wanted);
            best = at;
        }
    return best;
}

/* The lines of a label, and how wide they are. */
typedef struct Words {
    const char *lines[LABEL_LINES];
    int count;
    float width;
} Words;

/* In so many lines, or fewer, if it has too few words. */
static Words words_of(View *view, const char *text, int lines)
{
    Words words = {.count = 0};
    for (int left = lines; left > 0 && *text; --left) {
        const char *end =
            left > 1 ? line_break(text, strlen(text) / (size_t)left) : text + strlen(text);
        const char *line = arena_text(view->arena, text, (size_t)(end - text));
        words.lines[words.count++] = line;
        words.width = fmaxf(words.width, view_text_width(view, FONT_UI, TEXT_SMALL, line));
        text = end + (*end == ' ');
    }
    return words;
}

static void build_words(View *view, Rect label, const Words *words)
{
    scene_box(view->scene, label, view_units(view, 5), view->theme->panel, view->theme->accent,
              view_hairline(view) * 2, (PickTag){0});
    Rect room = rect_inset(label, view_units(view, 2));
    for (int i = 0; i < words->count; ++i)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8,
                          rect_cut_top(&room, room.h / (float)(words->count - i)), 0,
                          view->theme->text, words->lines[i]);
}

typedef struct Choice {
    Rect label;
    int lines, cost;
} Choice;

/* extra: what so many lines cost by themselves. */
static void weigh(const View *view, Rect label, const Named *named, const Taken *taken, int lines,
                  int extra, Choice *best)
{
    int cost = extra;
    if (cost < best->cost)
        cost += cost_of(view, label, named, taken, best->cost - extra);
    if (cost < best->cost)
        *best = (Choice){label, lines, cost};
}

/* Beside its place; where much would be covered there, anywhere in the room. */
static void find_place(const View *view, const Named *named, Rect room, Rect size, int lines,
                       int extra, const Taken *taken, Choice *best)
{
    Choice here = {{0}, lines, INT32_MAX};
    for (int which = 0; which < PLACES; ++which)
        weigh(view, kept_inside(beside(view, named->rects[0], which, size.w, size.h), room), named,
              taken, lines, extra, &here);
    bool covers_much = here.cost >= COST_MUCH;
    for (int i = 0; covers_much && i < ACROSS * DOWN; ++i) {
        Rect label = {room.x + (room.w - size.w) * (float)(i % ACROSS) / (ACROSS - 1),
                      room.y + (room.h - size.h) * (float)(i / ACROSS) / (DOWN - 1), size.w,
                      size.h};
        weigh(view, kept_inside(label, room), named, taken, lines, extra, &here);
    }
    if (here.cost < best->cost)
        *best = here;
}

static void build_label(View *view, const Named *named, const char *text, Taken *taken)
{
    Rect place = named->rects[0];
    Rect room = rect_inset(room_of(view, place), view_units(view, EDGE));
    Words words[LABEL_LINES + 1];
    Choice best = {{0}, 0, INT32_MAX};
    float most = view_units(view, LONGEST);
    for (int lines = 1; lines <= LABEL_LINES; ++lines) {
        words[lines] = words_of(view, text, lines);
        bool is_too_wide = lines == 1 && words[1].width > most && words_of(view, text, 2).count > 1;
        bool is_needed = words[1].width > most && lines == 2;
        Rect size = {.w = words[lines].width + view_units(view, 2 * PADDING),
                     .h = view_units(view, LINE * (float)words[lines].count + PADDING)};
        if (words[lines].count == lines && !is_too_wide)
            find_place(view, named, room, size, lines, is_needed ? 0 : COST_LINE * (lines - 1),
                       taken, &best);
    }
    take(taken, best.label);
    build_line(view, best.label, place, taken);
    board_keep_off(taken->board, best.label);
    view_sign(view, SIGN_TOLD);
    build_words(view, best.label, &words[best.lines]);
    view_sign(view, SIGN_NONE);
}

static const char *of_beside(const char *place)
{
    static const char BESIDE[] = "beside ";
    return place && strncmp(place, BESIDE, strlen(BESIDE)) == 0 ? place + strlen(BESIDE) : NULL;
}

static void take_places(const View *view, const StageMarks *marks, int count, bool is_beside,
                        Taken *taken)
{
    Named named;
    for (int i = 0; i < count; ++i) {
        const char *at = marks->label_at[i], *other = of_beside(at);
        const char *place = is_beside ? other : other ? NULL : at;
        for (int k = 0; place && named_find(view, place, &named) && k < named.count; ++k)
            if (taken->place_count < TAKEN_MOST)
                taken->places[taken->place_count++] = named.rects[k];
    }
}

/* What the answer names is not led through either. */
static void take_answer(const View *view, Taken *taken)
{
    const char *at = view->session->lesson.text.answer_said, *name;
    Named named;
    while (at && (name = named_next(view, &at)))
        if (strpbrk(name, "[(") && named_find(view, name, &named))
            for (int i = 0; i < named.count && taken->place_count < TAKEN_MOST; ++i)
                taken->places[taken->place_count++] = named.rects[i];
}

static void take_counters(const View *view, Taken *taken)
{
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        if (shape->kind == SHAPE_RECT && shape->tag.kind == TARGET_COUNTER &&
            deciding_lights_counter(view, (int)shape->tag.a))
            take(taken, shape->rect);
    }
}

/* The ways of the step itself. */
static void take_flights(const View *view, Taken *taken)
{
    for (int i = 0; i < view->scene->count; ++i) {
        const Shape *shape = &view->scene->shapes[i];
        Rect way = shape->rect;
        Point from = {way.x, way.y}, to = {way.x + way.w, way.y + way.h};
        if (shape->sign != SIGN_FLIGHT || (shape->kind != SHAPE_LINE && shape->kind != SHAPE_ARROW))
            continue;
        take_leg(taken, from, to);
        board_keep_leg(taken->board, from, to);
    }
}

/* What the step touches, where that decides. */
static void take_touched(const View *view, Taken *taken)
{
    bool is_marked =
        scene_marks(view->session, MARK_REQUEST) || scene_marks(view->session, MARK_ACCESS);
    for (int lane = 0; lane < WARP_LANES && is_marked && step_is_memory(view); ++lane) {
        int array, lands_in;
        int64_t scalar;
        Rect cell;
        if ((step_shared(view, lane, &array, &scalar) &&
             ways_shared_place(view, array, scalar, &cell)) ||
            (step_global(view, lane, &array, &scalar, &lands_in) &&
             ways_global_place(view, array, scalar, &cell)))
            taken->touched[taken->touched_count++] = cell;
    }
}

static bool is_told(const View *view)
{
    return deciding_is_shown(view) && view->session->lesson.text.marks.are_filled;
}

void told_build(View *view)
{
    const ScenePlan *plan = scene_shown(view->session);
    const StageMarks *marks = &view->session->lesson.text.marks;
    Taken taken = {.count = 0};
    Named named;
    if (!is_told(view))
        return;
    taken.board = board_new(view);
    take_flights(view, &taken);
    for (uint32_t i = 0; i < plan->arrow_count; ++i)
        build_way(view, marks->arrows[i], &taken);
    take_counters(view, &taken);
    take_touched(view, &taken);
    take_places(view, marks, plan->label_count, false, &taken);
    take_answer(view, &taken);
    for (int i = 0; i < plan->label_count; ++i)
        if (marks->label_at[i] && marks->label_says[i] && !of_beside(marks->label_at[i]) &&
            named_find(view, marks->label_at[i], &named))
            build_label(view, &named, marks->label_says[i], &taken);
}

void told_build_beside(const View *view, View *other)
{
    const ScenePlan *plan = scene_shown(view->session);
    const StageMarks *marks = &view->session->lesson.text.marks;
    Taken taken = {.count = 0};
    Named named;
    taken.board = board_new(other);
    if (is_told(view))
        take_places(other, marks, plan->label_count, true, &taken);
    for (int i = 0; is_told(view) && i < plan->label_count; ++i) {
        const char *place = of_beside(marks->label_at[i]);
        if (place && marks->label_says[i] && named_find(other, place, &named))
            build_label(other, &named, marks->label_says[i], &taken);
    }
}
