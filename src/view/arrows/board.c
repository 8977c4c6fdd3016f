/* Lines of the board stand a little beside the borders of cells, around words, and in the middle of
 * the gaps between panels. Dijkstra's search goes from crossing to crossing; what a piece of a line
 * leads through is counted once for the whole board of a search. */
#include "view/arrows/board.h"

#include "view/arrows/ways.h"

#include <math.h>
#include <string.h>

enum {
    LINES_MOST = 120, /* in each direction */
    ENDS = 14,        /* of these for both ends */
    SIDES_FINE = 16,  /* cells of an array in one direction between which there are lines */
    FOUND_MOST = 64,
    ROW_PX = 24, /* about the height of a line of text */
    NOWHERE = -1
};
static const float BEND = 26, TEXT = 420, OVER = 8, INSIDE = 3, AROUND = 150, CLEAR = 2, BESIDE = 4,
                   OUTSIDE = 6, LAST = 15, OFF_MIDDLE = 0.4f, FAR = 1e9f;

struct Board {
    View *view;
    Rect *texts; /* [text_count] */
    int text_count, text_capacity;
    Rect found[FOUND_MOST]; /* pieces of the ways found so far, [found_count] */
    int found_count;
};

/* ---- what is written ---- */

/* Of the letters themselves: a line may pass close below a number. */
static Rect text_rect(const Shape *text)
{
    float px = (float)text->font_px;
    return (Rect){text->rect.x, text->rect.y - 0.74f * px, text->rect.w, 0.78f * px};
}

void board_keep_off(Board *board, Rect rect)
{
    *ARENA_PUSH(board->view->arena, board->texts, board->text_count, board->text_capacity) = rect;
}

/* A text, on a list of those whose middle is about as high. */
typedef struct Written {
    Rect rect;
    Point middle;
    int next; /* NOWHERE: the last one */
    bool is_hidden;
} Written;

typedef struct Page {
    Written *texts; /* [count], in paint order */
    int count;
    int *
        rows; /* [row_count] the first of each, ROW_PX high; what lies beyond is in the last ones */
    int row_count;
} Page;

static int row_at(const Page *page, float y)
{
    return (int)fminf(fmaxf(y / ROW_PX, 0), (float)(page->row_count - 1));
}

static void write_down(Page *page, const Shape *text)
{
    Rect rect = text_rect(text);
    Point middle = rect_centre(rect);
    int *row = &page->rows[row_at(page, middle.y)];
    page->texts[page->count] = (Written){rect, middle, *row, false};
    *row = page->count++;
}

/* What lies below a box that is painted later cannot be read anyway. */
static void hide_below(Page *page, Rect box)
{
    int last = row_at(page, box.y + box.h);
    for (int row = row_at(page, box.y); row <= last; ++row)
        for (int i = page->rows[row]; i != NOWHERE; i = page->texts[i].next)
            page->texts[i].is_hidden |= rect_holds(box, page->texts[i].middle);
}

Board *board_new(View *view)
{
    const Scene *scene = view->scene;
    Board *board = ARENA_NEW(view->arena, Board);
    Page page = {.row_count = scene->height / ROW_PX + 1};
    *board = (Board){.view = view};
    page.texts = arena_room(view->arena, sizeof *page.texts, (size_t)scene->count);
    page.rows = arena_room(view->arena, sizeof *page.rows, (size_t)page.row_count);
    for (int row = 0; row < page.row_count; ++row)
        page.rows[row] = NOWHERE;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && *shape->text)
            write_down(&page, shape);
        else if (shape->kind == SHAPE_RECT && shape->fill >> 24 == 0xff)
            hide_below(&page, shape->rect);
    }
    for (int i = 0; i < page.count; ++i)
        if (!page.texts[i].is_hidden)
            board_keep_off(board, page.texts[i].rect);
    return board;
}

/* ---- a way as it is ---- */

static bool is_in_end(Rect text, Rect from, Rect to)
{
    return rect_holds(from, rect_centre(text)) || rect_holds(to, rect_centre(text));
}

/* What stands in an end is not on the way to it. */
static int through_texts(const Board *board, const Detour *way, Rect from, Rect to)
{
    int count = 0;
    for (int leg = 0; leg < way->legs; ++leg)
        for (int i = 0; i < board->text_count; ++i)
            count += !is_in_end(board->texts[i], from, to) &&
                     rect_is_crossed(rect_inset(board->texts[i], -CLEAR), way->at[leg],
                                     way->at[leg + 1]);
    return count;
}

static int through_ways(const Board *board, const Detour *way)
{
    int count = 0;
    for (int leg = 0; leg < way->legs; ++leg)
        for (int i = 0; i < board->found_count; ++i)
            count += rect_is_crossed(board->found[i], way->at[leg], way->at[leg + 1]);
    return count;
}

void board_keep_leg(Board *board, Point a, Point b)
{
    Rect piece = {fminf(a.x, b.x), fminf(a.y, b.y), fabsf(b.x - a.x), fabsf(b.y - a.y)};
    if ((piece.w < 1 || piece.h < 1) && board->found_count < FOUND_MOST)
        board->found[board->found_count++] = rect_inset(piece, -view_units(board->view, BESIDE));
}

/* ---- lines ---- */

typedef struct Lines {
    float at[LINES_MOST]; /* [count], rising */
    int count;
} Lines;

typedef struct Waiting {
    int state;
    float cost;
} Waiting;

typedef struct Search {
    const Board *board;
    Rect from, to, room;
    bool has_head;
    Lines x, y;
    /* What the piece from a crossing to the next one costs: to the right, and down. */
    float *right, *down;
    float *cost; /* [state]; a state is a crossing and how it was come to: 2 * node + is_down */
    int *before; /* [state]; NOWHERE: it begins here */
    /* A heap of states, the cheapest first; one that has become cheaper is in it once more. */
    Waiting *waiting;
    int waiting_count, waiting_capacity;
} Search;

/* None so near to another one, but for the edges of small ends. */
static void add_line(Lines *lines, float at, float low, float high)
{
    int place = 0;
    if (at < low || at > high || lines->count == LINES_MOST)
        return;
    while (place < lines->count && lines->at[place] < at)
        ++place;
    float near = lines->count < ENDS ? 0.2f : 2;
    bool is_near = (place < lines->count && lines->at[place] - at < near) ||
                   (place > 0 && at - lines->at[place - 1] < near);
    if (is_near)
        return;
    memmove(lines->at + place + 1, lines->at + place,
            (size_t)(lines->count - place) * sizeof *lines->at);
    lines->at[place] = at;
    ++lines->count;
}

static void add_x(Search *search, float at)
{
    add_line(&search->x, at, search->room.x, search->room.x + search->room.w);
}

static void add_y(Search *search, float at)
{
    add_line(&search->y, at, search->room.y, search->room.y + search->room.h);
}

static void add_around(Search *search, Rect rect, float off)
{
    add_x(search, rect.x - off);
    add_x(search, rect.x + rect.w + off);
    add_y(search, rect.y - off);
    add_y(search, rect.y + rect.h + off);
}

/* Beside the borders of cells, since on them it would be taken for one. */
static void add_grid(Search *search, const CellGrid *grid)
{
    Rect all = grid->is_shown ? cells_bounds(grid) : (Rect){0};
    float wide = all.w > 0 ? cells_across(grid) : 0, off = view_units(search->board->view, BESIDE);
    if (all.w <= 0 || all.h <= 0)
        return;
    add_around(search, all, view_units(search->board->view, OUTSIDE));
    for (int i = 0; all.w / wide <= SIDES_FINE && (float)i * wide <= all.w; ++i) {
        add_x(search, all.x + (float)i * wide + off);
        add_x(search, all.x + (float)i * wide - off);
    }
    for (int i = 0; all.h / grid->cell <= SIDES_FINE && (float)i * grid->cell <= all.h; ++i) {
        add_y(search, all.y + (float)i * grid->cell + off);
        add_y(search, all.y + (float)i * grid->cell - off);
    }
}

/* The ends first, for there are lines enough without the last ones. */
static void add_lines(Search *search)
{
    const View *view = search->board->view;
    const Rect ends[] = {search->from, search->to};
    const Layout *layout = &view->layout;
    const Rect panels[] = {layout->stage, layout->block, layout->shared, layout->threads};
    for (int i = 0; i < 2; ++i) {
        add_x(search, ends[i].x + ends[i].w / 2);
        add_y(search, ends[i].y + ends[i].h / 2);
        add_around(search, ends[i], 0);
        add_around(search, ends[i], view_units(view, LAST));
        add_around(search, ends[i], -view_units(view, BESIDE));
    }
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i)
        if (panels[i].w > 0)
            add_around(search, panels[i], view_units(view, OUTSIDE));
    for (int i = 0; i < view->launch->buffer_count; ++i)
        add_grid(search, &view->buffers[i]);
    for (int i = 0; i < view->program->shared_count; ++i)
        add_grid(search, &view->shared[i]);
    add_grid(search, &view->threads.grid);
    for (int i = 0; i < search->board->text_count; ++i)
        if (rect_overlaps(search->board->texts[i], search->room, 0))
            add_around(search, search->board->texts[i], view_units(view, BESIDE));
}

/* ---- what pieces cost ---- */

static bool lies_inside(Rect rect, float at, bool is_down, float low, float high)
{
    float across = is_down ? rect.x : rect.y, wide = is_down ? rect.w : rect.h;
    float along = is_down ? rect.y : rect.x, length = is_down ? rect.h : rect.w;
    return at > across && at < across + wide && high > along && low < along + length;
}

/* Adds to the pieces of one direction that lie in a rectangle: so much, or so much a pixel. */
static void charge(Search *search, bool is_down, Rect rect, float once, float a_pixel)
{
    const Lines *lines = is_down ? &search->x : &search->y;
    const Lines *along = is_down ? &search->y : &search->x;
    for (int line = 0; line < lines->count; ++line)
        for (int i = 0; i + 1 < along->count; ++i) {
            float low = along->at[i], high = along->at[i + 1];
            int node = is_down ? i * search->x.count + line : line * search->x.count + i;
            if (lies_inside(rect, lines->at[line], is_down, low, high))
                (is_down ? search->down : search->right)[node] += once + a_pixel * (high - low);
        }
}

static void charge_both(Search *search, Rect rect, float once, float a_pixel)
{
    charge(search, false, rect, once, a_pixel);
    charge(search, true, rect, once, a_pixel);
}

static void charge_grid(Search *search, const CellGrid *grid)
{
    if (grid->is_shown)
        charge_both(search, cells_bounds(grid), 0, INSIDE);
}

/* No way leads through an end, nor along its edge; from the edge away it may. */
static void close_end(Search *search, Rect end)
{
    charge(search, false, (Rect){end.x + 1, end.y - 1, end.w - 2, end.h + 2}, FAR, 0);
    charge(search, true, (Rect){end.x - 1, end.y + 1, end.w + 2, end.h - 2}, FAR, 0);
}

/* Nor through a panel that has nothing to do with it. */
static void close_panels(Search *search)
{
    const Layout *layout = &search->board->view->layout;
    const Rect panels[] = {layout->title, layout->counters, layout->source, layout->tabs,
                           layout->panel, layout->lesson,   layout->caption};
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i)
        if (panels[i].w > 0 && !rect_overlaps(panels[i], search->from, 0) &&
            !rect_overlaps(panels[i], search->to, 0))
            charge_both(search, panels[i], FAR, 0);
}

static void charge_pieces(Search *search)
{
    const Board *board = search->board;
    const View *view = board->view;
    for (int y = 0; y < search->y.count; ++y)
        for (int x = 0; x < search->x.count; ++x) {
            int node = y * search->x.count + x;
            search->right[node] =
                x + 1 < search->x.count ? search->x.at[x + 1] - search->x.at[x] : FAR;
            search->down[node] =
                y + 1 < search->y.count ? search->y.at[y + 1] - search->y.at[y] : FAR;
        }
    for (int i = 0; i < board->text_count; ++i)
        if (rect_overlaps(board->texts[i], search->room, 0) &&
            !is_in_end(board->texts[i], search->from, search->to))
            charge_both(search, rect_inset(board->texts[i], -CLEAR), TEXT, 0);
    for (int i = 0; i < board->found_count; ++i)
        charge_both(search, board->found[i], 0, OVER);
    for (int i = 0; i < view->launch->buffer_count; ++i)
        charge_grid(search, &view->buffers[i]);
    for (int i = 0; i < view->program->shared_count; ++i)
        charge_grid(search, &view->shared[i]);
    charge_grid(search, &view->threads.grid);
    close_panels(search);
    close_end(search, search->from);
    close_end(search, search->to);
}

/* ---- the search ---- */

static Point point_of(const Search *search, int node)
{
    return (Point){search->x.at[node % search->x.count], search->y.at[node / search->x.count]};
}

static void wait_for(Search *search, int state, float cost)
{
    Arena *arena = search->board->view->arena;
    int i = search->waiting_count;
    ARENA_PUSH(arena, search->waiting, search->waiting_count, search->waiting_capacity);
    for (; i > 0 && search->waiting[(i - 1) / 2].cost > cost; i = (i - 1) / 2)
        search->waiting[i] = search->waiting[(i - 1) / 2];
    search->waiting[i] = (Waiting){state, cost};
}

static Waiting next_of(Search *search)
{
    Waiting *heap = search->waiting, first = heap[0], last = heap[--search->waiting_count];
    int count = search->waiting_count, i = 0;
    for (int child = 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && heap[child + 1].cost < heap[child].cost;
        if (last.cost <= heap[child].cost)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return first;
}

static void reach(Search *search, int state, float cost, int before)
{
    if (cost >= search->cost[state] || cost >= FAR)
        return;
    search->cost[state] = cost;
    search->before[state] = before;
    wait_for(search, state, cost);
}

/* Whether a point lies on the edge of a rectangle, off its corners; is_down: on one that a way
 * leaves up or down. How far from the middle of that side goes to *off. */
static bool is_on_edge(Rect rect, Point at, bool is_down, float *off)
{
    float across = is_down ? at.x - rect.x : at.y - rect.y, wide = is_down ? rect.w : rect.h;
    float along = is_down ? at.y - rect.y : at.x - rect.x, length = is_down ? rect.h : rect.w;
    float corner = fminf(1, wide / 4);
    *off = fabsf(across - wide / 2);
    return across > corner && across < wide - corner &&
           (fabsf(along) < 0.5f || fabsf(along - length) < 0.5f);
}

static void begin(Search *search)
{
    float off;
    for (int node = 0; node < search->x.count * search->y.count; ++node)
        for (int is_down = 0; is_down < 2; ++is_down)
            if (is_on_edge(search->from, point_of(search, node), is_down, &off))
                reach(search, 2 * node + is_down, OFF_MIDDLE * off, NOWHERE);
}

/* Near its end a way goes straight, as the head of the arrow has to. */
static bool may_bend(const Search *search, Point at)
{
    float last = view_units(search->board->view, search->has_head ? LAST : 1) - 0.5f;
    return !rect_holds(rect_inset(search->to, -last), at);
}

static void go_on(Search *search, int state)
{
    int node = state / 2, width = search->x.count, x = node % width, y = node / width;
    bool was_down = state % 2, is_fixed = !may_bend(search, point_of(search, node));
    const struct {
        bool is_there, is_down;
        int next;
        const float *cost;
    } ways[] = {
        {x + 1 < width, false, node + 1, &search->right[node]},
        {x > 0, false, node - 1, &search->right[node - 1]},
        {y + 1 < search->y.count, true, node + width, &search->down[node]},
        {y > 0, true, node - width, &search->down[node - width]},
    };
    for (int i = 0; i < 4; ++i) {
        bool is_bend = ways[i].is_down != was_down;
        bool is_first = search->before[state] == NOWHERE;
        if (ways[i].is_there && !(is_bend && (is_fixed || is_first)))
            reach(search, 2 * ways[i].next + ways[i].is_down,
                  search->cost[state] + *ways[i].cost + (is_bend ? BEND : 0), state);
    }
}

/* The state that the cheapest way ends in; NOWHERE: there is none. */
static int look(Search *search)
{
    int best = NOWHERE;
    float least = FAR, off;
    begin(search);
    while (search->waiting_count) {
        Waiting next = next_of(search);
        if (next.cost > search->cost[next.state])
            continue;
        if (next.cost >= least)
            break;
        if (is_on_edge(search->to, point_of(search, next.state / 2), next.state % 2, &off) &&
            next.cost + OFF_MIDDLE * off < least) {
            least = next.cost + OFF_MIDDLE * off;
            best = next.state;
        }
        go_on(search, next.state);
    }
    return best;
}

/* The bends of the way that ends in a state; false if it has too many. */
static bool bends_of(const Search *search, int state, Detour *way)
{
    Point back[DETOUR_LEGS + 1];
    int count = 0;
    for (int at = state, leads_down = state % 2; at != NOWHERE; at = search->before[at]) {
        bool is_end = at == state || search->before[at] == NOWHERE;
        if (!is_end && search->before[at] != NOWHERE && at % 2 == leads_down)
            continue;
        if (count > DETOUR_LEGS)
            return false;
        leads_down = at % 2;
        back[count++] = point_of(search, at / 2);
    }
    way->legs = count - 1;
    for (int i = 0; i < count; ++i)
        way->at[i] = back[count - 1 - i];
    return way->legs > 0;
}

/* Around both ends, but not beyond the panels that ways lead across, or where both ends are. */
static Rect room_of(const Search *search)
{
    const View *view = search->board->view;
    const Layout *layout = &view->layout;
    const Rect panels[] = {layout->stage, layout->block, layout->shared, layout->threads};
    Rect ends = rect_around(search->from, search->to), all = ends;
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i)
        if (panels[i].w > 0)
            all = rect_around(all, panels[i]);
    return rect_intersect(rect_inset(ends, -view_units(view, AROUND)), all);
}

static bool find_square(const Board *board, Rect from, Rect to, bool has_head, Detour *way)
{
    const View *view = board->view;
    Search *search = ARENA_NEW(view->arena, Search);
    *search = (Search){.board = board, .from = from, .to = to, .has_head = has_head};
    search->room = room_of(search);
    add_lines(search);
    int nodes = search->x.count * search->y.count;
    search->right = ARENA_ARRAY(view->arena, float, nodes);
    search->down = ARENA_ARRAY(view->arena, float, nodes);
    search->cost = ARENA_ARRAY(view->arena, float, 2 * nodes);
    search->before = ARENA_ARRAY(view->arena, int, 2 * nodes);
    for (int i = 0; i < 2 * nodes; ++i)
        search->cost[i] = FAR;
    charge_pieces(search);
    int end = look(search);
    return end != NOWHERE && bends_of(search, end, way);
}

Detour board_find(Board *board, Rect from, Rect to, Detour way, bool has_head)
{
    Detour square;
    int through = through_texts(board, &way, from, to) + through_ways(board, &way);
    if (through && !rect_overlaps(from, to, 0) && find_square(board, from, to, has_head, &square) &&
        through_texts(board, &square, from, to) <= through_texts(board, &way, from, to))
        way = square;
    for (int leg = 0; leg < way.legs; ++leg)
        board_keep_leg(board, way.at[leg], way.at[leg + 1]);
    return way;
}
