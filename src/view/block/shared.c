/* The block's shared memory: every word with its value, the global element it was loaded from, and
 * what the step does to it. Origins come from the record of writes, so padding and reuse show for
 * any kernel. */
#include "view/block/shared.h"

#include "view/block/banks.h"
#include "view/block/block.h"
#include "view/block/excerpt.h"
#include "view/draw/button.h"
#include "view/draw/cell_look.h"
#include "view/draw/needs.h"
#include "view/draw/signs.h"
#include "view/values/digits.h"
#include "view/values/values.h"
#include "view/values/where.h"

#include "probe/sentences/sentence.h"
#include "session/data/buffer.h"
#include "session/scenes/veil.h"

#include <math.h>
#include <string.h>

static const float PART_LINE = SHARED_PART_LINE, ORIGIN_LEAST = 40; /* units of a cell */
enum { PART_LEAST = 16 }; /* words of a part, unless there is too little room */

typedef struct SharedCell {
    Rect rect;
    int variable;
    int64_t scalar;
    uint32_t offset_bytes;
    ScalarType type, unit; /* a member of a struct may take several units */
    bool is_set, is_touched, is_picked, is_padding;
    Origin origin;
    const char *origin_text; /* where it is told; else NULL */
} SharedCell;

/* What a lane of the step touches of an array. */
typedef struct SharedTouch {
    int64_t scalar; /* the first one */
    bool is_picked;
} SharedTouch;

typedef struct SharedTouches {
    SharedTouch list[WARP_LANES];
    int count;
} SharedTouches;

static const PartColours *origin_part(View *view, Origin origin)
{
    int buffer = origin.kind == ORIGIN_GLOBAL ? launch_buffer_at(view->launch, origin.at) : -1;
    return buffer >= 0 ? view_part(view, buffer) : &view->theme->parts[PART_OTHER];
}

static SharedTouches find_touches(const View *view, int wanted)
{
    SharedTouches touches = {.count = 0};
    for (int lane = 0; lane < WARP_LANES; ++lane) {
        int variable;
        int64_t scalar;
        if (!step_shared(view, lane, &variable, &scalar) || variable != wanted)
            continue;
        uint32_t thread = view->step->warp * WARP_LANES + (uint32_t)lane;
        touches.list[touches.count++] = (SharedTouch){scalar, thread == view->selection->thread};
    }
    return touches;
}

static void mark_touch(const View *view, const SharedTouches *touches, SharedCell *cell)
{
    for (int i = 0; i < touches->count; ++i) {
        const SharedTouch *touch = &touches->list[i];
        if (cell->scalar < touch->scalar ||
            cell->scalar >= touch->scalar + step_scalars(view, cell->unit))
            continue;
        cell->is_touched = true;
        cell->is_picked |= touch->is_picked;
    }
}

/* false inside a member that begins before. */
static bool read_cell(View *view, int variable, int64_t row, int64_t column, SharedCell *cell)
{
    const SharedVariable *source = &view->program->shared[variable];
    const CellGrid *grid = &view->shared[variable];
    int64_t scalar = cells_element(grid, row, column);
    uint32_t offset = (uint32_t)scalar * scalar_size_bytes(shared_scalar(source));
    CellPart part = shared_part(source, offset);
    if (scalar != part.first && grid->group == 1 && column > 0)
        return false;
    int count = grid->group == 1 ? part.count : 1;
    *cell = (SharedCell){.variable = variable,
                         .scalar = scalar,
                         .type = part.type,
                         .unit = shared_scalar(source),
                         .is_padding = part.is_padding,
                         .rect = cells_span(grid, row, column - (scalar - part.first), count)};
    cell->offset_bytes =
        source->offset_bytes + (uint32_t)part.first * scalar_size_bytes(cell->unit);
    cell->is_set = !part.is_padding && machine_shared_set(view->machine)[cell->offset_bytes];
    if (cell->is_set)
        cell->origin = probe_shared_origin(view->probe, cell->offset_bytes);
    if (cell->origin.kind == ORIGIN_CONSTANT && veil_hides(view->session, VEIL_FILLS))
        cell->is_set = false;
    return true;
}

static const char *origin_text(View *view, const SharedCell *cell)
{
    if (cell->origin.kind == ORIGIN_CONSTANT)
        return view_text(view, STRING_SHARED_LITERAL);
    if (cell->origin.kind != ORIGIN_GLOBAL)
        return "";
    return sentence_global_place(view->arena, view->language, view->launch, cell->origin.at);
}

/* Where a cell has the place that its value was loaded from below the value, all cells of the
 * variable keep that line free, so that their values are alike. */
typedef struct SharedText {
    float origin_units; /* 0: there is no such line */
    DigitStyle digits;
} SharedText;

static float origin_width(View *view, const SharedCell *cell, float units)
{
    return cell->is_set ? view_text_width(view, FONT_CODE, units, cell->origin_text) : 0;
}

static uint64_t bits_of(View *view, const SharedCell *cell)
{
    return value_bits(cell->type, machine_shared(view->machine) + cell->offset_bytes);
}

static Rect value_room(const View *view, const SharedCell *cell, const SharedText *text)
{
    Rect room = cell->rect;
    if (text->origin_units > 0)
        rect_cut_bottom(&room, view_units(view, 17));
    return room;
}

static SharedText find_text(View *view, SharedCell *cells, int count)
{
    bool is_lecture = view->look->lecture;
    SharedText text = {.origin_units = is_lecture ? TEXT_BODY : TEXT_TINY};
    size_t longest = 1;
    bool has_origin = false;
    for (int i = 0; i < count; ++i) {
        cells[i].origin_text = cells[i].is_set ? origin_text(view, &cells[i]) : NULL;
        if (origin_width(view, &cells[i], text.origin_units) > cells[i].rect.w - 4)
            text.origin_units = is_lecture ? TEXT_TINY + 1 : TEXT_TINY - 1;
        if (cells[i].is_set && scalar_size_bytes(cells[i].type) <= scalar_size_bytes(cells[i].unit))
            longest = digits_longer(
                longest, value_short(view->arena, cells[i].type, bits_of(view, &cells[i])));
    }
    for (int i = 0; i < count; ++i) {
        float width = origin_width(view, &cells[i], text.origin_units);
        has_origin |= width > 0 && width <= cells[i].rect.w - 2;
    }
    if (!has_origin || cells[0].rect.h < view_units(view, ORIGIN_LEAST))
        text.origin_units = 0;
    if (count)
        text.digits = digits_alike(view, value_room(view, &cells[0], &text), false, longest);
    return text;
}

static void build_value(View *view, const SharedCell *cell, const SharedText *text)
{
    float width = origin_width(view, cell, text->origin_units);
    Rect room = value_room(view, cell, text);
    if (text->origin_units > 0 && width > 0 && width <= cell->rect.w - 2) {
        Rect line = {cell->rect.x, room.y + room.h - view_units(view, 3), cell->rect.w,
                     view_units(view, 17)};
        Colour ink = cell->is_touched ? view->theme->text : origin_part(view, cell->origin)->ink;
        view_label(view, FONT_CODE, text->origin_units, line, 0, ink, cell->origin_text);
    }
    cell_value(view, room, text->digits, cell->type, bits_of(view, cell));
}

static double magnitude(View *view, const SharedCell *cell)
{
    double value = fabs(value_number(cell->type, bits_of(view, cell)));
    return cell->is_set && isfinite(value) ? value : 0;
}

/* Cells too small for numbers show their magnitude; largest is that of the array. */
static Colour cell_colour(View *view, const SharedCell *cell, bool with_numbers, double largest)
{
    bool has_frame = cells_have_frames(&view->shared[cell->variable]);
    if (!cell->is_set)
        return view->theme->well;
    const PartColours *part = origin_part(view, cell->origin);
    if (with_numbers)
        return cell->is_touched ? part->hot : part->tint;
    return cell->is_touched && !has_frame ? view->theme->text
                                          : cell_shade(view, part, magnitude(view, cell), largest);
}

/* text: NULL where cells are too small for numbers. */
static void build_shared_cell(View *view, const SharedCell *cell, const SharedText *text,
                              double largest)
{
    const Theme *theme = view->theme;
    bool arrives = cell->is_touched && step_is_arriving(view);
    scene_rect(view->scene, cell->rect, cell_colour(view, cell, text, largest),
               target_tag(TARGET_SHARED, (uint32_t)cell->variable, cell->offset_bytes));
    if (cell->is_set && !arrives && cell->origin.kind == ORIGIN_CONSTANT)
        sign_hatch(view, SIGN_NO_ELEMENT, cell->rect, colour_mix(theme->panel, theme->muted, 0.45f),
                   view_units(view, 7));
    if (cell->is_padding)
        sign_hatch(view, SIGN_NO_ELEMENT, cell->rect, theme->grid, view_units(view, 5));
    if (cell->is_set && text && !arrives)
        build_value(view, cell, text);
    if (text)
        scene_box(view->scene, cell->rect, 0, 0, theme->grid, 1, (PickTag){0});
}

static void build_marks(View *view, const SharedCell *cell, bool with_numbers)
{
    bool is_frame = !with_numbers && cell->is_set;
    if (!cell->is_touched)
        return;
    Colour strong = cell->is_set ? origin_part(view, cell->origin)->strong : view->theme->danger;
    view_sign(view, SIGN_TOUCHED);
    scene_box(
        view->scene, cell->rect, 0, 0, is_frame || cell->is_picked ? view->theme->text : strong,
        is_frame ? cells_frame_width(view, cell->rect.h, cell->is_picked) : view_units(view, 2.5f),
        (PickTag){0});
    view_sign(view, SIGN_NONE);
}

bool shared_array_build(View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    int64_t count = grid->rows * grid->columns;
    SharedCell *cells = ARENA_ARRAY(view->arena, SharedCell, count + 1);
    SharedTouches touches = find_touches(view, variable);
    int shown = 0;
    double largest = 0;
    CellRange seen = cells_seen(grid);
    for (int64_t row = seen.row; row < seen.row_end; ++row)
        for (int64_t column = seen.column; column < seen.column_end; ++column) {
            int64_t scalar = cells_element(grid, row, column);
            if (scalar < 0 || scalar >= count)
                continue;
            if (!read_cell(view, variable, row, column, &cells[shown]))
                continue;
            mark_touch(view, &touches, &cells[shown]);
            largest = fmax(largest, magnitude(view, &cells[shown]));
            ++shown;
        }
    bool has_numbers = cells_have_numbers(view, grid);
    SharedText text = has_numbers ? find_text(view, cells, shown) : (SharedText){0};
    for (int i = 0; i < shown; ++i)
        build_shared_cell(view, &cells[i], has_numbers ? &text : NULL, largest);
    for (int i = 0; i < shown && (has_numbers || cells_have_frames(grid)); ++i)
        build_marks(view, &cells[i], has_numbers);
    Rect bounds = cells_bounds(grid);
    float line = view_hairline(view);
    scene_box(view->scene, rect_inset(bounds, -line), 0, 0, view->theme->muted, line, (PickTag){0});
    return has_numbers && text.origin_units > 0;
}

/* Matrices in one array, as two buffers: a line between them and, where there is room beside them,
 * their subscripts. */
static void build_planes(View *view, int variable, float right)
{
    const CellGrid *grid = &view->shared[variable];
    const Type *type = view->program->shared[variable].type;
    bool is_deep = type->kind == TYPE_ARRAY && type->element->kind == TYPE_ARRAY &&
                   type->element->element->kind == TYPE_ARRAY;
    int64_t planes = is_deep ? type->length : 0, rows = planes > 0 ? grid->rows / planes : 0;
    if (planes < 2 || rows < 1 || grid->group > 1 || grid->is_linear)
        return;
    for (int64_t i = 0; i < planes; ++i) {
        Rect plane = cells_box(grid, i * rows, 0, rows, grid->columns);
        Rect beside = {plane.x + plane.w + view_units(view, 3), plane.y, 0, plane.h};
        beside.w = right - beside.x;
        if (i > 0)
            scene_rect(view->scene,
                       (Rect){plane.x, plane.y - view_units(view, 1), plane.w, view_units(view, 2)},
                       view->theme->text, (PickTag){0});
        const char *name = arena_printf(view->arena, "[%lld]", (long long)i);
        if (view_text_width(view, FONT_CODE, TEXT_TINY, name) <= beside.w)
            view_label(view, FONT_CODE, TEXT_TINY, beside, -1, view->theme->muted, name);
    }
}

/* Where the next array beside it begins, or the room ends. */
static float room_beside(const View *view, int variable, Rect area)
{
    Rect bounds = cells_bounds(&view->shared[variable]);
    if (variable + 1 < view->program->shared_count && view->shared[variable + 1].is_shown) {
        Rect next = cells_bounds(&view->shared[variable + 1]);
        if (next.x > bounds.x)
            return next.x;
    }
    return area.x + area.w;
}

/* The name of an array has a line above it, which it shares with where its values came from if that
 * has room; one that is shown in part has another line below. */
static Rect name_line(const View *view, int variable, Rect area)
{
    Rect bounds = cells_bounds(&view->shared[variable]);
    bool is_part = excerpt_is_part(&view->shared[variable]);
    float beside = room_beside(view, variable, area);
    Rect line = {bounds.x, bounds.y - view_units(view, 23 + (is_part ? PART_LINE : 0)),
                 fmaxf(bounds.w, area.x + area.w - bounds.x), view_units(view, 20)};
    if (beside < area.x + area.w)
        line.w = beside - bounds.x - view_units(view, 4);
    return line;
}

static Rect cut_name(View *view, int variable, Rect *line)
{
    const char *name = view->program->shared[variable].name;
    Rect own = rect_cut_left(line, view_text_width(view, FONT_UI, TEXT_BODY, name) + 1);
    rect_cut_left(line, view_units(view, 6));
    return own;
}

/* source: NULL where that is not known, or told by the cells. Returns whether it is told, if that
 * is to be told. */
static bool build_array_name(View *view, int variable, Rect area, const char *source)
{
    const CellGrid *grid = &view->shared[variable];
    Rect line = name_line(view, variable, area);
    Rect part = {line.x, line.y + view_units(view, 20), line.w, view_units(view, PART_LINE)};
    const char *row = where_row(view, grid);
    if (excerpt_is_part(grid))
        excerpt_told(view, grid, TEXT_SMALL, part, NULL);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, cut_name(view, variable, &line), -1,
                      view->theme->text, view->program->shared[variable].name);
    if (source)
        row = arena_printf(view->arena, row ? "← %s  %s" : "← %s", source, row);
    if (source && view_text_width(view, FONT_UI, TEXT_SMALL, row) > line.w)
        row = arena_printf(view->arena, "← %s", source);
    bool fits = row && excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, row);
    return fits || !source || excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, source);
}

/* Where the values of an array came from, in a line of its own below all of them; y is where these
 * lines begin. */
static void build_source_line(View *view, int variable, Rect area, float *y, const char *source)
{
    Rect line = {area.x, *y, area.w, view_units(view, PART_LINE)};
    if (line.y + line.h > area.y + area.h)
        return;
    const char *brief = shared_source_text(view, variable, true),
               *name = view->program->shared[variable].name;
    const char *texts[] = {arena_printf(view->arena, "%s ← %s", name, source),
                           arena_printf(view->arena, "%s ← %s", name, brief), source, brief};
    for (int i = 0; i < 4; ++i)
        if (excerpt_line(view, TEXT_SMALL, line, -1, view->theme->muted, texts[i])) {
            *y += line.h;
            return;
        }
}

CellGrid *shared_grid(View *view, int variable)
{
    CellGrid *grid = &view->shared[variable];
    *grid = (CellGrid){.group = 1, .wrap = 1};
    shared_shape(view, variable, &grid->rows, &grid->columns);
    grid->is_linear = grid->rows == 1;
    int64_t line = where_line(view->launch);
    grid->natural = line > 0 && grid->columns % line == 0 ? line : 0;
    grid->unit = shared_unit(&view->program->shared[variable]);
    grid->is_shown = grid->rows * grid->columns > 0;
    return grid;
}

/* The other way to show it. */
static const char *switch_words(View *view)
{
    StringKey other = view->look->banks ? STRING_SHARED_AS_ARRAYS : STRING_SHARED_AS_BANKS;
    return arena_printf(view->arena, "%s  %s", view_text(view, other),
                        key_text(view, COMMAND_BANKS));
}

float shared_switch_width(View *view)
{
    return button_words_width(view, switch_words(view));
}

void shared_switch_build(View *view, Rect line, float heading)
{
    line.h = view_units(view, 18);
    rect_cut_left(&line, heading + view_units(view, 6));
    button_words_build(view, line, COMMAND_BANKS, switch_words(view));
}

int64_t shared_looked_at(const View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    SharedTouches touches = find_touches(view, variable);
    for (int i = 0; i < touches.count; ++i)
        if (touches.list[i].is_picked)
            return touches.list[i].scalar;
    if (touches.count)
        return touches.list[0].scalar;
    uint32_t across = view->launch->block.x;
    int64_t thread = view->selection->thread, row = grid->is_linear ? 0 : thread / across,
            column = grid->is_linear ? thread : thread % across;
    row = row < grid->rows ? row : grid->rows - 1;
    column = column < grid->columns ? column : grid->columns - 1;
    return row * grid->columns + column;
}

/* Where the arrays end. */
static float arrays_end(const View *view, Rect inside)
{
    float y = inside.y;
    for (int i = 0; i < view->program->shared_count; ++i) {
        Rect bounds = cells_bounds(&view->shared[i]);
        if (view->shared[i].is_shown && bounds.y + bounds.h <= inside.y + inside.h + 1)
            y = fmaxf(y, bounds.y + bounds.h + view_units(view, 4));
    }
    return y;
}

static void build_arrays(View *view, Rect inside, const char *const *sources)
{
    float bottom = inside.y + inside.h, y = arrays_end(view, inside);
    bool *is_told = ARENA_ARRAY(view->arena, bool, view->program->shared_count + 1);
    for (int i = 0; i < view->program->shared_count; ++i) {
        Rect bounds = cells_bounds(&view->shared[i]);
        view->shared[i].is_shown &= bounds.y + bounds.h <= bottom + 1;
        if (!view->shared[i].is_shown)
            continue;
        bool is_in_cells = shared_array_build(view, i);
        is_told[i] = build_array_name(view, i, inside, is_in_cells ? NULL : sources[i]);
        build_planes(view, i, room_beside(view, i, inside));
    }
    for (int i = 0; i < view->program->shared_count; ++i)
        if (view->shared[i].is_shown && !is_told[i])
            build_source_line(view, i, inside, &y, sources[i]);
}

/* Pixels that are missing below the arrays for where their values came from, which are not told in
 * their cells nor beside their names; fills in sources. */
static float missing_lines(View *view, Rect inside, const char **sources)
{
    float lines = 0;
    for (int i = 0; i < view->program->shared_count; ++i) {
        sources[i] = view->shared[i].is_shown ? shared_source_text(view, i, false) : NULL;
        Rect line = name_line(view, i, inside);
        cut_name(view, i, &line);
        bool is_told = !sources[i] || view->shared[i].cell >= view_units(view, ORIGIN_LEAST) ||
                       excerpt_fits(view, line, sources[i]);
        lines += !is_told;
    }
    float end = arrays_end(view, inside) + lines * view_units(view, PART_LINE);
    return lines > 0 ? fmaxf(0, end - inside.y - inside.h) : 0;
}

/* So many words of an array are seen with their numbers, up to as many as tell something. */
static int64_t words_told(const View *view)
{
    int64_t told = 0;
    for (int i = 0; i < view->program->shared_count; ++i) {
        const CellGrid *grid = &view->shared[i];
        if (grid->is_shown && cells_have_numbers(view, grid))
            told += excerpt_seen(grid) < PART_LEAST ? excerpt_seen(grid) : PART_LEAST;
    }
    return told;
}

/* Arrays leave room below them for where their values came from, unless that would cost them words
 * or numbers. */
static void place_with_sources(View *view, CellGrid *const *grids, int count, Rect inside,
                               const char **sources)
{
    shared_place(view, grids, count, inside);
    int64_t told = words_told(view);
    float missing = missing_lines(view, inside, sources);
    Rect room = inside;
    if (missing <= 0)
        return;
    rect_cut_bottom(&room, missing);
    shared_place(view, grids, count, room);
    if (words_told(view) < told)
        shared_place(view, grids, count, inside);
    missing_lines(view, inside, sources);
}

static const char *heading_of(View *view)
{
    const char *heading = view_text(view, STRING_SHARED_MEMORY);
    float room = view_panel_padded(view, view->layout.shared).w;
    return view_text_width(view, FONT_UI, TEXT_SMALL, heading) <= room
               ? heading
               : view_text(view, STRING_SHARED_MEMORY_SHORT);
}

void shared_build(View *view)
{
    const char *heading = heading_of(view);
    if (view->look->banks && view->program->shared_count) {
        banks_build(view);
        return;
    }
    Rect inside = view_panel(view, view->layout.shared, heading);
    if (view->program->shared_count)
        shared_switch_build(view, view_panel_padded(view, view->layout.shared),
                            view_text_width(view, FONT_UI, TEXT_SMALL, heading));
    int count = view->program->shared_count;
    CellGrid **grids = ARENA_ARRAY(view->arena, CellGrid *, count + 1);
    int shown = 0;
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = shared_grid(view, i);
        if (grid->is_shown)
            grids[shown++] = grid;
    }
    if (!shown) {
        scene_paragraph(view->scene, FONT_UI, view_font(view, TEXT_BODY),
                        (Point){inside.x, inside.y}, inside.w, 3, view->theme->muted,
                        view_text(view, STRING_SHARED_NONE));
        return;
    }
    const char **sources = ARENA_ARRAY(view->arena, const char *, count + 1);
    place_with_sources(view, grids, shown, inside, sources);
    build_arrays(view, inside, sources);
}
