/* Where it lies: a tile as the source has it, beside shared memory 32 banks wide. An element's
 * place in the tile is that of the element of global memory whose value it holds, so whatever the
 * kernel does to the index - a swizzle, padding, a transposition - is seen as what it is: another
 * order of the same cells. Both pictures have the access under the lens, with the wavefronts that
 * it costs, and that it would cost if the tile lay there row by row. Of an array that holds several
 * tiles, as one that a kernel carves up itself, only the one is drawn that the access is in.
 * Elements that were computed have no such place; an array of them stands as its declaration has
 * it. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "view/draw/signs.h"
#include "view/panels/panel.h"
#include "view/tiles/extent.h"
#include "view/tiles/held.h"
#include "view/tiles/tile.h"
#include "view/values/values.h"

#include <math.h>

enum { HEADING = 18, NUMBERS = 16, LETTERS = 13, GAP = 14, CELL_MOST = 26 }; /* in units */
static const float CELL_LEAST = 2.5f, BORDER_LEAST = 8; /* pixels: a cell, one with a border */
static const float LINE_READ = 11, KEY = 17;            /* units: a line whose numbers are read, */
static const float LINE_LANES = 15; /* and one of lanes, which are what is looked for */

/* ---- the two pictures ---- */

/* Columns of the tile get darker from the left to the right, in both pictures. */
static Colour column_colour(const View *view, const Tile *tile, int64_t place)
{
    if (place < 0)
        return view->theme->panel;
    float share = ((float)(place % tile->columns) + 1) / (float)tile->columns;
    Colour strong = tile->buffer >= 0 ? view_part(view, tile->buffer)->strong : view->theme->accent;
    return colour_mix(view->theme->panel, strong, 0.06f + 0.6f * share);
}

static void build_scalar(View *view, Rect cell, const Tile *tile, int64_t scalar, uint8_t turn)
{
    const Theme *theme = view->theme;
    uint32_t offset = tile->start + (uint32_t)scalar * tile->size;
    bool is_asked = tile->lane[scalar], waits = is_asked && turn;
    bool is_hovered = view_is_hovered(view, TARGET_SHARED, (uint32_t)tile->variable, offset);
    Colour fill = !is_asked ? column_colour(view, tile, tile->place[scalar])
                  : waits   ? theme->danger
                            : theme->good;
    PickTag tag = target_tag(TARGET_SHARED, (uint32_t)tile->variable, offset);
    if (is_hovered)
        scene_box(view->scene, rect_inset(cell, -1), 0, fill, theme->text, view_units(view, 2),
                  tag);
    else if (cell.h >= BORDER_LEAST && cell.w >= BORDER_LEAST)
        scene_box(view->scene, cell, 0, fill, theme->grid, 1, tag);
    else
        scene_rect(view->scene, cell, fill, tag);
    const char *lane = arena_printf(view->arena, "%d", tile->lane[scalar] - 1);
    if (is_asked && cell.h >= view_units(view, 9) &&
        view_text_width(view, FONT_CODE, 7, lane) <= cell.w)
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 7, cell, 0, theme->panel, lane);
}

static Rect grid_cell(Rect grid, int64_t columns, int64_t rows, int64_t column, int64_t row)
{
    return extent_rect(extent_of(row, column, 1, 1), grid, rows, columns);
}

/* Cells that are no flatter than they have to be: as high as wide where there is room, and of an
 * access of several at once as high as the number of its lane. */
static Rect grid_room(const View *view, Rect room, const Tile *tile, int64_t columns, int64_t rows,
                      float wider)
{
    float wide = fminf(room.w / (float)columns, view_units(view, CELL_MOST) * wider);
    float most = fmaxf(wide / wider, tile->chunk > 1 ? view_units(view, LINE_LANES + 2) : 0);
    float high = fminf(room.h / (float)rows, most);
    return (Rect){room.x, room.y, wide * (float)columns, high * (float)rows};
}

static float line_read(const Tile *tile)
{
    return tile->chunk > 1 ? LINE_LANES : LINE_READ;
}

/* Which lines are seen: all that have room, and in any case those that the step touches; where all
 * would be too low to be read, those from the first touched one on. */
typedef struct Lines {
    int64_t first, count, all;
} Lines;

/* The room before the grid, which the numbers of its rows need. */
static float axis_width(const View *view, const char *column)
{
    return fmaxf(view_text_width(view, FONT_UI, TEXT_TINY, column),
                 view_text_width(view, FONT_CODE, TEXT_TINY, "000")) +
           view_units(view, 5);
}

/* Numbers of the rows as far as these are high enough, and above them what the columns' numbers
 * are. */
static void build_axis(View *view, Rect grid, float wide, Lines lines, int64_t first,
                       const char *column)
{
    float high = grid.h / (float)lines.count, font = (float)view_font(view, TEXT_TINY);
    Rect name = {grid.x - wide, grid.y - view_units(view, NUMBERS), wide - view_units(view, 5),
                 view_units(view, LETTERS)};
    int64_t every = 1;
    while ((float)every * high < 0.9f * font)
        every *= 2;
    view_label_fitted(view, FONT_UI, TEXT_TINY, 8, name, 1, view->theme->muted, column);
    for (int64_t i = 0; i < lines.count; i += every) {
        Rect row = {name.x, grid.y + (float)i * high, name.w, fmaxf(high, font)};
        if (every > 1)
            row.y -= (row.h - high) / 2;
        view_label_fitted(view, FONT_CODE, TEXT_TINY, 8, row, 1, view->theme->muted,
                          arena_printf(view->arena, "%lld", (long long)(first + i)));
    }
}

/* Numbers over some of the columns. */
static void build_numbers(View *view, Rect grid, int64_t columns, int64_t first)
{
    float across = grid.w / (float)columns;
    float width = view_text_width(view, FONT_CODE, TEXT_TINY, "31") + view_units(view, 4);
    int64_t every = 1;
    while ((float)every * across < width && every < columns)
        every *= 2;
    for (int64_t i = 0; i < columns; i += every)
        view_label(view, FONT_CODE, TEXT_TINY,
                   (Rect){grid.x + ((float)i + 0.5f) * across - width / 2,
                          grid.y - view_units(view, NUMBERS), width, view_units(view, LETTERS)},
                   0, view->theme->muted,
                   arena_printf(view->arena, "%lld", (long long)(first + i)));
}

/* What is drawn, and below it what the access costs there; NULL: that cannot be told. */
static void build_heading(View *view, Rect *room, const char *what, const BankCount *cost,
                          const char *wavefronts)
{
    Rect line = rect_cut_top(room, view_units(view, HEADING));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->text, what);
    line = rect_cut_top(room, view_units(view, HEADING));
    if (cost)
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1,
                          cost->conflicts ? view->theme->danger : view->theme->good, wavefronts);
    rect_cut_top(room, view_units(view, NUMBERS));
}

static Lines lines_seen(const View *view, Rect room, const Tile *tile, int64_t all, int64_t first,
                        int64_t last)
{
    float high = fmaxf(0, room.h - view_units(view, 2 * HEADING + NUMBERS)), touched;
    touched = (float)(last - first + 1);
    float line = fminf(view_units(view, line_read(tile)), high / touched);
    int64_t most = (int64_t)(high / fmaxf(line, CELL_LEAST) + 0.01f);
    Lines lines = {0, all < most ? all : most, all};
    if (lines.count < all)
        lines.first = first + lines.count > all ? all - lines.count : first;
    return lines;
}

/* The first and the last line that the step touches, in lines of so many scalars or places, the
 * first of them with so many before it. */
static void touched_lines(const Tile *tile, bool by_place, int64_t lead, int64_t columns,
                          int64_t *first, int64_t *last)
{
    *first = -1;
    *last = 0;
    for (int64_t i = 0; i < tile->count; ++i) {
        int64_t at = by_place ? tile->place[i] : i;
        if (!tile->lane[i] || at < 0)
            continue;
        int64_t line = (lead + at) / columns;
        *first = *first < 0 || line < *first ? line : *first;
        *last = line > *last ? line : *last;
    }
    *first = *first < 0 ? 0 : *first;
}

/* ---- accesses of several scalars ---- */

/* Whether the picked thread is a lane of the step, and which. */
static bool picked_lane(const View *view, uint32_t *lane)
{
    const Step *step = &view->session->lens.step;
    *lane = view->selection->thread % WARP_LANES;
    return view->selection->thread / WARP_LANES == step->warp && tile_has_address(step, *lane);
}

/* Which of the groups of lanes that are served together a lane is in. */
static uint64_t group_of(const Tile *tile, uint32_t lane)
{
    return lane * (uint64_t)tile->chunk * tile->size / LINE_BYTES;
}

/* The strongest shade is the picked lane's group's, so that its lanes are found among the others;
 * without one the first group's. */
static uint64_t shade_of(const View *view, const Tile *tile, uint32_t lane)
{
    uint32_t picked;
    uint64_t group = group_of(tile, lane), first = 0;
    if (picked_lane(view, &picked))
        first = group_of(tile, picked);
    return group == first ? 0 : 1 + (group < first ? group : group - 1) % 3;
}

static Colour group_colour(const View *view, const Tile *tile, uint32_t lane, Colour strong)
{
    static const float shades[] = {1, 0.5f, 0.26f, 0.08f};
    return colour_mix(view->theme->panel, strong, shades[shade_of(view, tile, lane)]);
}

static bool is_dark(const View *view, const Tile *tile, uint32_t lane)
{
    return shade_of(view, tile, lane) == 0;
}

static void build_lane(View *view, Rect cell, uint32_t lane, Colour colour)
{
    const char *number = arena_printf(view->arena, "%u", lane);
    float units = fminf(TEXT_TINY, (cell.h - 1) / view->unit);
    if (cell.h >= view_units(view, 8) && view_text_width(view, FONT_CODE, 7, number) <= cell.w)
        view_label_within(view, FONT_CODE, units, 7, cell, 0, colour, number);
}

/* What a lane accesses, as one cell with the lane's number. */
static void build_chunk(View *view, Rect cell, const Tile *tile, uint32_t lane, bool waits)
{
    const Theme *theme = view->theme;
    scene_box(view->scene, cell, 0,
              group_colour(view, tile, lane, waits ? theme->danger : theme->good), theme->panel, 1,
              (PickTag){0});
    build_lane(view, cell, lane, is_dark(view, tile, lane) ? theme->panel : theme->text);
}

/* The scalars of each lane that stand side by side in a line, from the place of the first on; the
 * picked lane's are framed, so that its word is found again in the other picture. */
static void build_lanes(View *view, Rect grid, const Tile *tile, Lines lines, int64_t columns,
                        bool by_place)
{
    int64_t lead = by_place ? 0 : tile->start % LINE_BYTES / tile->size;
    uint32_t picked;
    bool has_picked = picked_lane(view, &picked);
    for (int64_t i = 0; i < tile->count; ++i) {
        int64_t at = by_place ? tile->place[i] : i;
        if (!tile->lane[i] || at < 0 || (i && tile->lane[i - 1] == tile->lane[i]))
            continue;
        uint32_t lane = tile->lane[i] - 1U;
        int64_t line = (lead + at) / columns - lines.first, column = (lead + at) % columns;
        if (line < 0 || line >= lines.count)
            continue;
        Rect cell =
            extent_rect(extent_of(line, column, 1, tile->chunk), grid, lines.count, columns);
        if (tile->chunk > 1)
            build_chunk(view, cell, tile, lane,
                        by_place ? tile->has_would && tile->by_rows[i] : tile->turn[i] > 0);
        if (has_picked && lane == picked)
            scene_box(view->scene, rect_inset(cell, -1), 0, 0, view->theme->text,
                      view_units(view, 2), (PickTag){0});
    }
}

static void build_key_text(View *view, Rect *line, const char *text)
{
    float width = view_text_width(view, FONT_UI, TEXT_TINY, text) + view_units(view, 8);
    view_label_fitted(view, FONT_UI, TEXT_TINY, 8, rect_cut_left(line, width), 0, view->theme->text,
                      text);
}

/* Which lanes are served together, a wavefront or the rows of a matrix. */
static void build_groups(View *view, Rect *line, const Tile *tile, const Step *step)
{
    int64_t lanes = LINE_BYTES / (tile->chunk * tile->size);
    float side = view_units(view, 10);
    build_key_text(view, line,
                   view_text(view, held_is_rows(step) ? STRING_MAP_MATRIX : STRING_MAP_TOGETHER));
    for (int64_t lane = 0; lane < WARP_LANES && step->active >> lane; lane += lanes) {
        Rect box = rect_cut_left(line, side);
        box.y += (box.h - side) / 2;
        box.h = side;
        scene_box(view->scene, box, 0, group_colour(view, tile, (uint32_t)lane, view->theme->good),
                  view->theme->panel, 1, (PickTag){0});
        build_key_text(
            view, line,
            arena_printf(view->arena, "%lld–%lld", (long long)lane, (long long)(lane + lanes - 1)));
    }
}

/* And which lane is framed. */
static void build_key(View *view, Rect line, const Tile *tile, const Step *step)
{
    uint32_t picked;
    if (tile->chunk > 1)
        build_groups(view, &line, tile, step);
    if (!picked_lane(view, &picked))
        return;
    const char *framed = view_format(view, STRING_MAP_FRAMED, picked);
    if (view_text_width(view, FONT_UI, 8, framed) <= line.w)
        view_label_fitted(view, FONT_UI, TEXT_TINY, 8, line, 1, view->theme->text, framed);
}

/* ---- the two pictures, from above to below ---- */

/* The wavefronts of one matrix of ldmatrix, if all take as many; 0: they do not, or it is another
 * kind of access. */
static uint32_t wavefronts_each(const View *view, const Tile *tile, const uint8_t *turn)
{
    const Step *step = &view->session->lens.step;
    uint32_t most[WARP_LANES] = {0}, groups = 0;
    for (int64_t i = 0; i < tile->count; ++i)
        if (tile->lane[i]) {
            uint64_t group = group_of(tile, tile->lane[i] - 1U) % WARP_LANES;
            most[group] = turn[i] + 1U > most[group] ? turn[i] + 1U : most[group];
            groups = group + 1 > groups ? (uint32_t)group + 1 : groups;
        }
    for (uint32_t i = 1; i < groups; ++i)
        if (most[i] != most[0])
            return 0;
    return tile->chunk > 1 && held_is_rows(step) && groups > 1 ? most[0] : 0;
}

static const char *logical_text(View *view, const Tile *tile, Lines lines)
{
    const Buffer *from = tile->buffer >= 0 ? &view->launch->buffers[tile->buffer] : NULL;
    int64_t first = tile->row + lines.first;
    if (!from)
        return view_format(view, STRING_MAP_DECLARED, view->program->shared[tile->variable].name,
                           (long long)tile->rows, (long long)tile->columns);
    Extent seen = extent_of(first, tile->column, lines.count, tile->columns);
    if (from->is_transposed) /* the source has its subscripts the other way round */
        seen = extent_of(tile->column, first, tile->columns, lines.count);
    return view_either(view, lines.count < tile->rows, STRING_MAP_TILE_PART, STRING_MAP_TILE,
                       from->name, (long long)seen.row, (long long)seen.row_end - 1,
                       (long long)seen.column, (long long)seen.column_end - 1);
}

static void build_logical(View *view, Rect room, const Tile *tile)
{
    int64_t first, last;
    touched_lines(tile, true, 0, tile->columns, &first, &last);
    Lines lines = lines_seen(view, room, tile, tile->rows, first, last);
    uint32_t each = wavefronts_each(view, tile, tile->by_rows), all = tile->would.wavefronts;
    build_heading(view, &room, logical_text(view, tile, lines),
                  tile->has_would ? &tile->would : NULL,
                  each ? view_format(view, STRING_MAP_WOULD_EACH, all, each)
                       : view_format(view, STRING_MAP_WOULD, all));
    const char *name_of_column = view_text(view, STRING_MAP_COLUMN);
    float wide = axis_width(view, name_of_column);
    rect_cut_left(&room, wide);
    Rect grid = grid_room(view, room, tile, tile->columns, lines.count, 1);
    build_axis(view, grid, wide, lines, tile->row + lines.first, name_of_column);
    build_numbers(view, grid, tile->columns, tile->column);
    for (int64_t row = 0; row < lines.count; ++row)
        for (int64_t column = 0; column < tile->columns; ++column) {
            int64_t scalar = tile->scalar[(lines.first + row) * tile->columns + column];
            Rect cell = grid_cell(grid, tile->columns, lines.count, column, row);
            if (scalar >= 0)
                build_scalar(view, cell, tile, scalar, tile->has_would ? tile->by_rows[scalar] : 0);
            else
                sign_hatch(view, SIGN_NO_ELEMENT, cell, view->theme->grid, view_units(view, 5));
        }
    build_lanes(view, grid, tile, lines, tile->columns, true);
}

static void build_banks(View *view, Rect room, const Tile *tile)
{
    const char *name = view->program->shared[tile->variable].name;
    int64_t columns = LINE_BYTES / tile->size, lead = tile->start % LINE_BYTES / tile->size;
    int64_t first, last;
    touched_lines(tile, false, lead, columns, &first, &last);
    Lines lines =
        lines_seen(view, room, tile, (lead + tile->count + columns - 1) / columns, first, last);
    uint32_t each = wavefronts_each(view, tile, tile->turn), all = tile->lies.wavefronts;
    build_heading(view, &room,
                  view_either(view, lines.count < lines.all, STRING_MAP_BANKS_PART,
                              STRING_MAP_BANKS, name, (long long)lines.first,
                              (long long)(lines.first + lines.count - 1), (long long)lines.all),
                  &tile->lies,
                  each ? view_format(view, STRING_MAP_WAVEFRONTS_EACH, all, each)
                       : view_format(view, STRING_MAP_WAVEFRONTS, all));
    float wider = tile->size < BANK_WORD_BYTES ? (float)tile->size / BANK_WORD_BYTES : 1;
    const char *name_of_column = view_text(view, STRING_MAP_BANK);
    float wide = axis_width(view, name_of_column);
    rect_cut_left(&room, wide);
    Rect grid = grid_room(view, room, tile, columns, lines.count, wider);
    build_axis(view, grid, wide, lines, lines.first, name_of_column);
    build_numbers(view, grid, BANK_COUNT, 0);
    for (int64_t line = 0; line < lines.count; ++line)
        for (int64_t column = 0; column < columns; ++column) {
            int64_t scalar = (lines.first + line) * columns + column - lead;
            if (scalar >= 0 && scalar < tile->count)
                build_scalar(view, grid_cell(grid, columns, lines.count, column, line), tile,
                             scalar, tile->turn[scalar]);
        }
    build_lanes(view, grid, tile, lines, columns, false);
}

void panel_map_build(View *view, Rect room)
{
    const Lens *lens = &view->session->lens;
    const Step *step = lens->has_step && lens->run == view->session->front ? &lens->step : NULL;
    Tile tile;
    if (!step || opcode_info[step->instr->op].class != CLASS_MEMORY ||
        step->space != SPACE_SHARED || !tile_gather(view, step, &tile)) {
        panel_text(view, &room, TEXT_LARGE, 3, view->theme->muted,
                   view_text(view, STRING_MAP_NONE));
        return;
    }
    Rect line = rect_cut_top(&room, view_units(view, HEADING + 2));
    const char *text = view_format(view, STRING_LENS_SHARED, step->warp,
                                   __builtin_popcount(step->active), step->access_bytes);
    if (lens->moment != lens->at)
        text = view_either(view, lens->moment > lens->at, STRING_LENS_NEXT, STRING_LENS_LAST, text);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, line, -1, view->theme->text, text);
    uint32_t picked;
    if (tile.chunk > 1 || picked_lane(view, &picked))
        build_key(view, rect_cut_bottom(&room, view_units(view, KEY)), &tile, step);
    Rect logical = rect_cut_left(&room, (room.w - view_units(view, GAP)) / 2);
    rect_cut_left(&room, view_units(view, GAP));
    build_logical(view, logical, &tile);
    build_banks(view, room, &tile);
}
