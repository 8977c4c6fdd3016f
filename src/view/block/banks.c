/* Shared memory 32 words wide: what stands in one column is in one bank, and lanes that want
 * different words of a column wait for each other. An array begins where its address has it; a row
 * of it that is a word longer than a line begins a column further each time, which is what padding
 * is for. */
#include "view/block/banks.h"

#include "session/rerun/footprint.h"
#include "session/scenes/veil.h"
#include "view/block/shared.h"
#include "view/values/values.h"

#include "probe/counting/banks.h"

enum { LINE_BYTES_OF_BANKS = BANK_COUNT * BANK_WORD_BYTES };
static const float NAME = 20, NUMBERS = 16, FOOT = 20;
static const float FRAMED_LEAST = 6; /* pixels: a frame would leave less of a cell nothing */

static CellGrid *bank_grid(View *view, int variable)
{
    const SharedVariable *source = &view->program->shared[variable];
    uint32_t size = scalar_size_bytes(shared_scalar(source));
    CellGrid *grid = shared_grid(view, variable);
    grid->columns *= grid->rows;
    grid->rows = 1;
    grid->is_linear = grid->keeps_wrap = true;
    grid->wrap = LINE_BYTES_OF_BANKS / size;
    grid->lead = source->offset_bytes % LINE_BYTES_OF_BANKS / size;
    grid->natural = grid->unit = 0;
    grid->numbers = view_units(view, NUMBERS);
    return grid;
}

/* The numbers of the banks over their columns, as many as have room. */
static void build_bank_numbers(View *view, const CellGrid *grid)
{
    int64_t columns = cells_drawn_columns(grid);
    float width = view_text_width(view, FONT_CODE, TEXT_TINY, "31") + view_units(view, 3);
    for (int64_t bank = 0, every = 1; bank < BANK_COUNT; bank += every) {
        float across = cells_across(grid) * (float)columns / BANK_COUNT;
        while ((float)every * across < width && every < BANK_COUNT)
            every *= 2;
        Rect cell = cells_drawn_cell(grid, 0, bank * columns / BANK_COUNT);
        float middle = cell.x + across / 2, h = view_units(view, NUMBERS);
        view_label(view, FONT_CODE, TEXT_TINY, (Rect){middle - width / 2, cell.y - h, width, h}, 0,
                   view->theme->muted, arena_printf(view->arena, "%lld", (long long)bank));
    }
}

/* A bar where a row of the source's array begins. */
static void build_row_starts(View *view, int variable)
{
    int64_t rows, columns;
    shared_shape(view, variable, &rows, &columns);
    float thick = view_hairline(view) * 2;
    for (int64_t row = 0; row < rows && rows > 1; ++row) {
        Rect cell = cells_cell(&view->shared[variable], row * columns);
        scene_rect(view->scene, (Rect){cell.x - thick / 2, cell.y, thick, cell.h},
                   view->theme->text, (PickTag){0});
    }
}

/* The last column of an array whose rows are a word longer than a line of banks is padding, if
 * nothing in the block ever comes to it. */
static bool has_unused_column(const View *view, int variable)
{
    int64_t rows, columns;
    shared_shape(view, variable, &rows, &columns);
    const SharedVariable *source = &view->program->shared[variable];
    uint32_t size = scalar_size_bytes(shared_scalar(source));
    const Footprints *block = view->slot->footprints;
    if (rows < 2 || columns * size != LINE_BYTES_OF_BANKS + BANK_WORD_BYTES || !block ||
        !block->log || block->log->is_full || !block->is_complete)
        return false;
    uint64_t at = source->offset_bytes + (uint64_t)(columns - 1) * size;
    for (int i = 0; i < block->log->count; ++i)
        if (block->log->records[i].space == SPACE_SHARED &&
            access_record_lanes(&block->log->records[i], SPACE_SHARED, at, size))
            return false;
    return true;
}

/* In a colour that no value has, and no word that is touched. */
static void build_unused_column(View *view, int variable)
{
    int64_t rows, columns;
    shared_shape(view, variable, &rows, &columns);
    for (int64_t row = 0; row < rows; ++row) {
        Rect cell = cells_cell(&view->shared[variable], row * columns + columns - 1);
        bool has_frame = cell.w >= FRAMED_LEAST && cell.h >= FRAMED_LEAST;
        scene_box(view->scene, cell, 0, view->theme->muted, has_frame ? view->theme->grid : 0,
                  has_frame ? view_hairline(view) : 0, (PickTag){0});
    }
}

/* Words that the step wants of a bank that has to give several of them, one in each wavefront. */
static void build_conflicts(View *view)
{
    const Step *step = view->step;
    uint64_t words[WARP_LANES];
    int counts[BANK_COUNT] = {0};
    for (int pass = 0; pass < 2; ++pass)
        for (int lane = 0; lane < WARP_LANES; ++lane) {
            int variable;
            int64_t scalar;
            words[lane] = UINT64_MAX;
            if (!step_shared(view, lane, &variable, &scalar))
                continue;
            words[lane] = step->arena[lane] / BANK_WORD_BYTES;
            int bank = (int)(words[lane] % BANK_COUNT);
            bool is_known = false;
            for (int other = 0; other < lane; ++other)
                is_known |= words[other] == words[lane];
            counts[bank] += pass == 0 && !is_known;
            if (pass == 1 && counts[bank] > 1)
                scene_box(view->scene, cells_cell(&view->shared[variable], scalar), 0,
                          view->theme->danger, view->theme->panel, 1, (PickTag){0});
        }
}

/* What is told of the wavefronts in a line of some width, in letters of a height at least. */
static const char *wavefronts_told(View *view, BankCount count, float width, float least)
{
    uint32_t best = count.wavefronts - count.conflicts;
    const char *whole =
        count.conflicts
            ? view_format(view, STRING_LENS_WAVEFRONTS, count.wavefronts, best, count.conflicts)
            : view_format(view, STRING_LENS_WAVEFRONTS_GOOD, count.wavefronts);
    for (int i = 0; i < view->program->shared_count; ++i)
        if (view->shared[i].is_shown && has_unused_column(view, i)) {
            whole = view_format(view, STRING_SHARED_BANK_UNUSED, whole);
            break;
        }
    return view_text_width(view, FONT_UI, least, whole) <= width
               ? whole
               : view_format(view, STRING_LENS_WAVEFRONTS_SHORT, count.wavefronts, best);
}

/* How many wavefronts the access takes, below the arrays. */
static void build_wavefronts(View *view, Rect line)
{
    const float least = 8;
    const Step *step = view->step;
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if ((step->active >> lane & 1) && step->arena[lane] != UINT64_MAX)
            lanes |= 1u << lane;
    BankCount count = banks_count(step->arena, lanes, step->access_bytes);
    view_label_fitted(view, FONT_UI, TEXT_SMALL, least, line, -1,
                      count.conflicts ? view->theme->danger : view->theme->good,
                      wavefronts_told(view, count, line.w, least));
}

/* "Nds", or "Nds 32×33". */
static const char *bank_array_name(View *view, int variable)
{
    int64_t rows, columns;
    const char *name = view->program->shared[variable].name;
    if (!has_unused_column(view, variable))
        return name;
    shared_shape(view, variable, &rows, &columns);
    return view_format(view, STRING_SHARED_BANK_SHAPE, name, (long long)rows, (long long)columns);
}

static void build_bank_array(View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    Rect bounds = cells_bounds(grid);
    float above = view_units(view, NAME + (grid->is_below ? 0 : NUMBERS));
    Rect line = {bounds.x, bounds.y - above, bounds.w, view_units(view, NAME)};
    const char *name = bank_array_name(view, variable);
    const char *columns = view_text(view, STRING_SHARED_BANK_COLUMNS);
    float width = view_text_width(view, FONT_UI, TEXT_BODY, name) + view_units(view, 6);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, line, -1, view->theme->text, name);
    if (!grid->is_below)
        build_bank_numbers(view, grid);
    if (!grid->is_below && view_text_width(view, FONT_UI, TEXT_SMALL, columns) + width <= line.w)
        view_label(view, FONT_UI, TEXT_SMALL, line, 1, view->theme->muted, columns);
    shared_array_build(view, variable);
    build_row_starts(view, variable);
    if (has_unused_column(view, variable))
        build_unused_column(view, variable);
}

void banks_build(View *view)
{
    const char *heading = view_text(view, STRING_SHARED_BANKS);
    Rect inside = view_panel(view, view->layout.shared, heading);
    Rect foot = rect_cut_bottom(&inside, view_units(view, FOOT));
    int count = view->program->shared_count, shown = 0;
    CellGrid **grids = ARENA_ARRAY(view->arena, CellGrid *, count + 1);
    shared_switch_build(view, view_panel_padded(view, view->layout.shared),
                        view_text_width(view, FONT_UI, TEXT_SMALL, heading));
    for (int i = 0; i < count; ++i) {
        CellGrid *grid = bank_grid(view, i);
        if (grid->is_shown)
            grids[shown++] = grid;
    }
    cells_flow(grids, shown, inside, view_units(view, NAME + NUMBERS), 0, view_units(view, 40), 2);
    cells_widen(grids, shown, inside, view_units(view, 6), 1.05f, 3);
    for (int i = 0; i < count; ++i) {
        Rect bounds = cells_bounds(&view->shared[i]);
        view->shared[i].is_shown &= bounds.y + bounds.h <= inside.y + inside.h + 1;
        if (view->shared[i].is_shown)
            build_bank_array(view, i);
    }
    if (!view->step || view->step->space != SPACE_SHARED || !view->step->access_bytes ||
        veil_hides(view->session, VEIL_MARKS))
        return;
    if (view->step->access_bytes <= BANK_WORD_BYTES)
        build_conflicts(view);
    build_wavefronts(view, foot);
}
