/* An accumulator is a register of its thread or an element of an array of the thread's own. Where
 * it will be stored is worked out from the registers of its warp (probe/accumulations). What a
 * tensor core adds to goes through other lanes and shared memory: there the rerun of the block
 * knows (Trail). */
#include "view/arrows/sums.h"
#include "session/data/buffer.h"
#include "view/draw/signs.h"

#include "view/block/threads.h"
#include "view/draw/cell_look.h"
#include "view/values/digits.h"
#include "view/values/spot.h"
#include "view/values/values.h"

#include "probe/accumulations/accumulated.h"
#include "probe/accumulations/destination.h"
#include "session/rerun/footprint.h"
#include "session/scenes/veil.h"

#include <math.h>
#include <string.h>

enum { ELEMENTS_MOST = 64 }; /* of a thread's own array that are looked for on the output */

/* A sum and the cell that it will go to. */
typedef struct GrownSum {
    Rect cell;
    int buffer;
    ScalarType type;
    uint64_t bits;
} GrownSum;

typedef struct GrownSums {
    GrownSum *items;
    int count, capacity;
} GrownSums;

/* An accumulator: all threads' registers, or one element of all threads' arrays. */
typedef struct Accumulator {
    const Accumulation *item;
    int local;      /* index into the program's locals; -1: a register */
    int64_t offset; /* bytes from the array's start */
} Accumulator;

/* Where the numbers of an output stand: in its cells, or in the inset beside them. */
static const CellGrid *output_grid(const View *view, int buffer)
{
    const CellGrid *grids[] = {&view->buffers[buffer], &view->insets[buffer]};
    bool is_output = view->launch->buffers[buffer].role != ROLE_INPUT;
    for (int i = 0; i < 2 && is_output; ++i)
        if (grids[i]->is_shown && cells_have_numbers(view, grids[i]))
            return grids[i];
    return NULL;
}

/* Not scrolled away, and not cut by the window's edge. */
static bool is_in_sight(const CellGrid *grid, int64_t scalar)
{
    Rect own = cells_cell(grid, scalar), seen = cells_seen_cell(grid, scalar);
    return own.x == seen.x && own.y == seen.y;
}

/* The element at so many bytes of a buffer, if its cell has room for a number. */
static bool cell_of_bytes(const View *view, int buffer, int64_t bytes, GrownSum *sum)
{
    const CellGrid *grid =
        buffer >= 0 && buffer < view->launch->buffer_count ? output_grid(view, buffer) : NULL;
    if (!grid)
        return false;
    int64_t scalar = bytes / buffer_scalar_bytes(&view->launch->buffers[buffer]);
    if (bytes < 0 || scalar >= buffer_scalars(&view->launch->buffers[buffer]) ||
        !is_in_sight(grid, scalar))
        return false;
    sum->buffer = buffer;
    sum->cell = rect_inset(cells_seen_cell(grid, scalar), 2);
    return true;
}

static bool cell_of_destination(const View *view, const Destination *destination, GrownSum *sum)
{
    return destination->state == DESTINATION_KNOWN && destination->is_value &&
           destination->space == SPACE_GLOBAL &&
           cell_of_bytes(view, (int)address_object(destination->address),
                         address_offset_bytes(destination->address), sum);
}

/* What the accumulator holds; false: nobody has given it a value yet. */
static bool held(const View *view, const Accumulator *at, uint32_t thread, uint64_t *bits)
{
    ScalarType type = at->item->type;
    if (at->local < 0) {
        *bits = machine_value(view->machine, at->item->slot, type, thread);
        return true;
    }
    uint64_t byte = view->program->locals[at->local].offset_bytes + (uint64_t)at->offset;
    *bits = value_bits(type, machine_local(view->machine, thread) + byte);
    return machine_local_set(view->machine, thread)[byte / 8] >> byte % 8 & 1;
}

/* Whether the step shown adds to it. */
static bool is_growing(const View *view, const Accumulator *at, uint32_t thread, Accumulated *told)
{
    return view->step && thread / WARP_LANES == view->step->warp &&
           accumulated_in(&view->slot->accumulators, view->machine, view->probe, view->step,
                          (int)(thread % WARP_LANES), told) &&
           told->item->accumulator == at->item->accumulator &&
           (at->local < 0 || address_offset_bytes(told->word) == at->offset);
}

static void take_warp(View *view, GrownSums *all, const Accumulator *at, uint32_t warp)
{
    Destination destinations[WARP_LANES];
    int64_t offsets[WARP_LANES];
    for (int lane = 0; lane < WARP_LANES; ++lane)
        offsets[lane] = at->offset;
    destinations_find(&view->slot->accumulators, view->machine, warp, at->item->accumulator,
                      at->local < 0 ? NULL : offsets, destinations);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        uint32_t thread = warp * WARP_LANES + lane;
        GrownSum sum = {.type = at->item->type};
        Accumulated told;
        if (thread >= view->machine->thread_count ||
            machine_lane_state(view->machine, thread / WARP_LANES, thread % WARP_LANES) ==
                LANE_DONE ||
            !cell_of_destination(view, &destinations[lane], &sum) ||
            !held(view, at, thread, &sum.bits))
            continue;
        if (is_growing(view, at, thread, &told))
            sum.bits = step_is_under_way(view) ? told.old : told.now; /* not yet in its array */
        *ARENA_PUSH(view->arena, all->items, all->count, all->capacity) = sum;
    }
}

/* The variable that an accumulator is known by; NULL: it has no name. */
static const Variable *variable_of(const View *view, const Accumulation *item, int local)
{
    const Variable *variables = view->program->variables;
    if (local < 0)
        return item->variable >= 0 && item->slot != OPERAND_NONE ? &variables[item->variable]
                                                                 : NULL;
    for (int i = 0; i < view->program->variable_count; ++i)
        if (variables[i].storage == STORAGE_LOCAL && variables[i].index == local)
            return &variables[i];
    return NULL;
}

static void take_accumulator(View *view, GrownSums *all, const Accumulation *item)
{
    Accumulator at = {item, accumulation_array(view->program, item), 0};
    const Variable *variable = variable_of(view, item, at.local);
    int64_t size = scalar_size_bytes(item->type), count = 1;
    if (at.local >= 0)
        count = view->program->locals[at.local].type->size_bytes / size;
    for (uint32_t warp = 0; variable && warp < view->machine->warp_count; ++warp)
        if (variable_is_alive(variable, machine_warps(view->machine)[warp].pc))
            for (int64_t i = 0; i < count && i < ELEMENTS_MOST; ++i) {
                at.offset = i * size;
                take_warp(view, all, &at, warp);
            }
}

/* ---- of a tensor core ---- */

/* Where results are stored, as the block's rerun has found; NULL: it is of another block. */
static const Trail *trail_of(const View *view)
{
    const Footprints *footprints = view->slot->footprints;
    return footprints && footprints->block == view->machine->block ? footprints->trail : NULL;
}

/* Steps of the block that are done: a product that is under way has added nothing yet. */
static uint64_t steps_done(const View *view)
{
    uint64_t steps = view->machine->step_count;
    bool is_adding = view->step && view->step->instr->op == OP_MMA && step_is_under_way(view);
    return steps - (is_adding && steps > 0);
}

static bool cell_of_store(const View *view, const Trail *trail, int store, GrownSum *sum)
{
    uint64_t at = trail_store_at(trail, store);
    int buffer = launch_buffer_at(view->launch, at);
    return buffer >= 0 &&
           cell_of_bytes(view, buffer, (int64_t)(at - view->launch->buffers[buffer].offset_bytes),
                         sum);
}

/* Of two stores to an element the first one counts. */
static bool has_sum(const GrownSums *all, const GrownSum *sum)
{
    for (int i = 0; i < all->count; ++i)
        if (all->items[i].buffer == sum->buffer && all->items[i].cell.x == sum->cell.x &&
            all->items[i].cell.y == sum->cell.y)
            return true;
    return false;
}

static void take_trail(View *view, GrownSums *all)
{
    const Trail *trail = trail_of(view);
    uint64_t steps = steps_done(view);
    for (int i = 0; trail && i < trail_store_count(trail); ++i) {
        GrownSum sum;
        TrailPartial partial;
        if (!cell_of_store(view, trail, i, &sum) || !trail_partial(trail, i, steps, &partial) ||
            has_sum(all, &sum))
            continue;
        sum.type = partial.type;
        sum.bits = partial.bits;
        *ARENA_PUSH(view->arena, all->items, all->count, all->capacity) = sum;
    }
}

const char *sums_partial_text(View *view, int buffer, int64_t scalar)
{
    const Trail *trail = trail_of(view);
    const Buffer *source = &view->launch->buffers[buffer];
    uint64_t at = source->offset_bytes + (uint64_t)scalar * buffer_scalar_bytes(source);
    TrailPartial partial;
    for (int i = 0; trail && i < trail_store_count(trail); ++i)
        if (trail_store_at(trail, i) == at && trail_partial(trail, i, steps_done(view), &partial)) {
            unsigned long long step = session_block_moment(view->slot, view->machine->block,
                                                           trail_store_step(trail, i) + 1);
            return view_format(view, STRING_SUM_PARTIAL,
                               value_short(view->arena, partial.type, partial.bits), step);
        }
    return NULL;
}

/* The step shown is the first product whose sums are seen; sets *buffer. */
static bool begins_trail(const View *view, int *buffer)
{
    const Trail *trail = trail_of(view);
    bool begins = false;
    for (int i = 0; trail && i < trail_store_count(trail); ++i) {
        GrownSum sum;
        TrailPartial partial;
        if (!cell_of_store(view, trail, i, &sum) ||
            !trail_partial(trail, i, view->step->index + 1, &partial))
            continue;
        if (partial.step != view->step->index || !partial.is_first)
            return false;
        *buffer = sum.buffer;
        begins = true;
    }
    return begins;
}

/* ---- drawing ---- */

static float plus_side(Rect cell)
{
    return fmaxf(5, roundf(cell.h / 5));
}

/* The digits, in the middle of their cell, leave the corner no room for the sign. */
static bool reaches_plus(const View *view, Rect cell, DigitStyle style, const char *text)
{
    float width = view_text_width(view, FONT_CODE, style.px, text),
          height = 0.72f * (float)style.px;
    return (cell.w + width) / 2 > cell.w - plus_side(cell) &&
           (cell.h - height) / 2 < plus_side(cell) - 1;
}

/* Two short lines in the upper right corner. */
static void build_plus(View *view, Rect cell, Colour colour)
{
    float side = plus_side(cell), thick = fmaxf(1, roundf(cell.h / 24));
    Rect box = {cell.x + cell.w - side, cell.y, side, side};
    scene_rect(view->scene, (Rect){box.x, box.y + (side - thick) / 2, side, thick}, colour,
               (PickTag){0});
    scene_rect(view->scene, (Rect){box.x + (side - thick) / 2, box.y, thick, side}, colour,
               (PickTag){0});
}

static int digits_px(const View *view, Rect cell, size_t letters)
{
    int px = digits_alike(view, cell, true, letters).px, most = view_font(view, TEXT_SMALL);
    return px < most ? px : most;
}

/* All in letters of one size; the sign stands behind them, unless they would be smaller for it. */
static void build_sums(View *view, const GrownSums *all)
{
    size_t longest = 1;
    for (int i = 0; i < all->count; ++i)
        longest = digits_longer(longest,
                                value_short(view->arena, all->items[i].type, all->items[i].bits));
    view_sign(view, SIGN_SUM);
    for (int i = 0; i < all->count; ++i) {
        const GrownSum *sum = &all->items[i];
        DigitStyle style = {true, digits_px(view, sum->cell, longest)};
        Colour ink = theme_ghost(view->theme);
        const char *text = value_short(view->arena, sum->type, sum->bits);
        cell_ghost(view, sum->cell, view_part(view, sum->buffer)->strong);
        bool is_behind = digits_px(view, sum->cell, longest + 1) >= style.px;
        if (is_behind &&
            cell_number(view, sum->cell, style, ink, arena_printf(view->arena, "%s+", text)))
            continue;
        cell_value_in(view, sum->cell, style, ink, sum->type, sum->bits);
        if (!reaches_plus(view, sum->cell, style, text))
            build_plus(view, sum->cell, ink);
    }
    view_sign(view, SIGN_NONE);
}

const char *sums_first_text(View *view)
{
    uint32_t thread = view->selection->thread;
    Destination destinations[WARP_LANES];
    GrownSum sum;
    Accumulated told;
    if (!view->step || view->machine->block != 0 || thread / WARP_LANES != view->step->warp ||
        veil_hides(view->session, VEIL_RESULTS))
        return NULL;
    if (view->step->instr->op == OP_MMA)
        return begins_trail(view, &sum.buffer) ? view_format(view, STRING_SUM_FIRST_WARP,
                                                             view->launch->buffers[sum.buffer].name)
                                               : NULL;
    if (!accumulated_in(&view->slot->accumulators, view->machine, view->probe, view->step,
                        (int)(thread % WARP_LANES), &told) ||
        told.word != 0 || told.old != 0)
        return NULL;
    destinations_find(&view->slot->accumulators, view->machine, view->step->warp,
                      told.item->accumulator, NULL, destinations);
    return cell_of_destination(view, &destinations[thread % WARP_LANES], &sum)
               ? view_format(view, STRING_SUM_FIRST, view->launch->buffers[sum.buffer].name)
               : NULL;
}

void sums_build(View *view)
{
    const Accumulations *all = &view->slot->accumulators.accumulations;
    GrownSums sums = {.count = 0};
    bool has_output = false;
    for (int buffer = 0; buffer < view->launch->buffer_count; ++buffer)
        has_output |= output_grid(view, buffer) != NULL;
    if (!has_output || veil_hides(view->session, VEIL_RESULTS))
        return;
    for (int i = 0; i < all->count; ++i)
        if (i == 0 || all->items[i].accumulator != all->items[i - 1].accumulator)
            take_accumulator(view, &sums, &all->items[i]);
    take_trail(view, &sums);
    build_sums(view, &sums);
}
