/* Tiles of tiles: what of its output a block writes, with the tile of each warp framed in it, the
 * elements of one thread filled, and those of one store instruction outlined. All of it is where
 * the block's stores went, not what the kernel calls its tiles. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "session/rerun/footprint.h"
#include "view/panels/panel.h"
#include "view/tiles/extent.h"

#include <math.h>

enum { SIDE_MOST = 256, CELLS_BY_THREAD = 4096, LINE = 20, CELL_MOST = 30 };
enum { NOBODY = -1 };

/* The part of a buffer that the block writes. */
typedef struct Nest {
    int buffer;
    Rect room;
    int64_t row, column, rows, columns;
    int32_t *thread;            /* [place] that wrote it last, or NOBODY */
    const AccessRecord *stored; /* the last store before the moment, else the first */
} Nest;

static bool is_store(const AccessRecord *record)
{
    return record->space == SPACE_GLOBAL && record->writes;
}

/* The scalar that a lane's store begins at; -1: it is in no buffer, or in another one. */
static int64_t stored_scalar(const View *view, const AccessRecord *record, uint32_t lane,
                             int buffer)
{
    uint64_t at = record->base + record->offset[lane];
    if (!(record->lanes >> lane & 1) || launch_buffer_at(view->launch, at) != buffer)
        return -1;
    const Buffer *to = &view->launch->buffers[buffer];
    return (int64_t)((at - to->offset_bytes) / buffer_scalar_bytes(to));
}

/* The buffer that most stores of the block go to; -1: it stores nothing. */
static int find_output(View *view, const AccessLog *log)
{
    int *stores = ARENA_ARRAY(view->arena, int, view->launch->buffer_count + 1), most = -1;
    for (int i = 0; i < log->count; ++i) {
        int buffer =
            is_store(&log->records[i]) ? launch_buffer_at(view->launch, log->records[i].base) : -1;
        if (buffer >= 0 && (++stores[buffer], most < 0 || stores[buffer] > stores[most]))
            most = buffer;
    }
    return most;
}

/* Goes through the scalars of all stores: their extent, or, once that is known, their threads. */
static void gather_stores(const View *view, const AccessLog *log, Nest *nest, Extent *extent)
{
    const Buffer *buffer = &view->launch->buffers[nest->buffer];
    int64_t rows, columns;
    buffer_shape(buffer, &rows, &columns);
    for (int i = 0; i < log->count; ++i) {
        const AccessRecord *record = &log->records[i];
        for (uint32_t lane = 0; is_store(record) && lane < WARP_LANES; ++lane) {
            int64_t first = stored_scalar(view, record, lane, nest->buffer);
            for (uint32_t at = 0; first >= 0 && at < record->bytes;
                 at += buffer_scalar_bytes(buffer), ++first) {
                int64_t row = first / columns, column = first % columns;
                if (!nest->thread)
                    extent_add(extent, row, column);
                else
                    nest->thread[(row - nest->row) * nest->columns + column - nest->column] =
                        (int32_t)(record->warp * WARP_LANES + lane);
            }
        }
    }
}

static bool gather_nest(View *view, const AccessLog *log, uint64_t moment, Nest *nest)
{
    Extent extent = {.count = 0};
    nest->buffer = find_output(view, log);
    if (nest->buffer < 0)
        return false;
    gather_stores(view, log, nest, &extent);
    nest->row = extent.row;
    nest->column = extent.column;
    nest->rows = extent.row_end - extent.row;
    nest->columns = extent.column_end - extent.column;
    if (nest->rows > SIDE_MOST || nest->columns > SIDE_MOST)
        return false;
    nest->thread = ARENA_ARRAY(view->arena, int32_t, nest->rows * nest->columns);
    for (int64_t i = 0; i < nest->rows * nest->columns; ++i)
        nest->thread[i] = NOBODY;
    gather_stores(view, log, nest, &extent);
    for (int i = 0; i < log->count; ++i)
        if (is_store(&log->records[i]) && (!nest->stored || log->records[i].step < moment))
            nest->stored = &log->records[i];
    return true;
}

/* What the threads from one to another have written. */
static Extent written_by(const Nest *nest, int32_t from, int32_t to)
{
    Extent extent = {.count = 0};
    for (int64_t i = 0; i < nest->rows * nest->columns; ++i)
        if (nest->thread[i] >= from && nest->thread[i] < to)
            extent_add(&extent, i / nest->columns, i % nest->columns);
    return extent;
}

/* ---- the picture ---- */

static Rect place_of(const Nest *nest, Extent extent)
{
    return extent_rect(extent, nest->room, nest->rows, nest->columns);
}

/* The thread that the pointer rests on, else the picked one. */
static int32_t looked_at(const View *view)
{
    Target hover = view->selection->hover;
    return (int32_t)(hover.kind == TARGET_THREAD ? hover.a : view->selection->thread);
}

/* Warps in turn are lighter and darker. */
static Colour cell_colour(const View *view, const Nest *nest, int32_t thread)
{
    const PartColours *part = view_part(view, nest->buffer);
    if (thread == NOBODY)
        return view->theme->well;
    if (thread == looked_at(view))
        return view->theme->accent;
    return thread / WARP_LANES % 2 ? part->shade : part->tint;
}

/* Neighbours in a row that one thread, or in a large tile one warp, has written. */
static void build_cells(View *view, const Nest *nest)
{
    bool by_thread = nest->rows * nest->columns <= CELLS_BY_THREAD;
    for (int64_t row = 0; row < nest->rows; ++row)
        for (int64_t column = 0, end; column < nest->columns; column = end) {
            const int32_t *line = nest->thread + row * nest->columns;
            int32_t thread = line[column];
            Colour fill = cell_colour(view, nest, thread);
            for (end = column + 1; end < nest->columns; ++end)
                if (by_thread ? line[end] != thread : cell_colour(view, nest, line[end]) != fill)
                    break;
            PickTag tag =
                thread == NOBODY ? (PickTag){0} : target_tag(TARGET_THREAD, (uint32_t)thread, 1);
            Rect cell = place_of(nest, extent_of(row, column, 1, end - column));
            if (cell.h >= view_units(view, 6) && cell.w >= view_units(view, 6))
                scene_box(view->scene, cell, 0, fill, view->theme->grid, 1, tag);
            else
                scene_rect(view->scene, cell, fill, tag);
        }
}

static void build_warps(View *view, const Nest *nest)
{
    int32_t warps = (int32_t)((dim3_count(view->launch->block) + WARP_LANES - 1) / WARP_LANES);
    for (int32_t warp = 0; warp < warps; ++warp) {
        Extent tile = written_by(nest, warp * WARP_LANES, (warp + 1) * WARP_LANES);
        if (tile.count)
            scene_box(view->scene, place_of(nest, tile), 0, 0,
                      view_part(view, nest->buffer)->strong, view_units(view, 2), (PickTag){0});
    }
}

static void build_store(View *view, const Nest *nest)
{
    const Buffer *buffer = &view->launch->buffers[nest->buffer];
    int64_t rows, columns;
    buffer_shape(buffer, &rows, &columns);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        int64_t first = stored_scalar(view, nest->stored, lane, nest->buffer);
        int64_t count = nest->stored->bytes / buffer_scalar_bytes(buffer);
        if (first >= 0)
            scene_box(
                view->scene,
                place_of(nest, extent_of(first / columns - nest->row,
                                         first % columns - nest->column, 1, count > 0 ? count : 1)),
                0, 0, view->theme->text, fmaxf(1, view_units(view, 1)), (PickTag){0});
    }
}

static void build_words(View *view, Rect *room, const Nest *nest)
{
    int32_t thread = looked_at(view), warp = thread / WARP_LANES;
    Extent own = written_by(nest, thread, thread + 1);
    Extent tile = written_by(nest, warp * WARP_LANES, (warp + 1) * WARP_LANES);
    const Buffer *buffer = &view->launch->buffers[nest->buffer];
    view_label_fitted(view, FONT_UI, TEXT_BODY, 9, rect_cut_top(room, view_units(view, LINE)), -1,
                      view->theme->text,
                      view_format(view, STRING_NEST_BLOCK, buffer->name, (long long)nest->row,
                                  (long long)(nest->row + nest->rows - 1), (long long)nest->column,
                                  (long long)(nest->column + nest->columns - 1)));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_top(room, view_units(view, LINE)), -1,
                      view->theme->text,
                      view_format(view, STRING_NEST_WARP, (int)warp,
                                  (long long)(tile.row_end - tile.row),
                                  (long long)(tile.column_end - tile.column), (int)thread,
                                  (long long)own.count, __builtin_popcount(nest->stored->lanes)));
}

void panel_nested_build(View *view, Rect room)
{
    const Footprints *block = view->slot->footprints;
    Nest nest = {.buffer = -1};
    if (!block || !block->log || !gather_nest(view, block->log, view->machine->step_count, &nest)) {
        panel_text(view, &room, TEXT_LARGE, 3, view->theme->muted,
                   view_text(view, STRING_NEST_NONE));
        return;
    }
    build_words(view, &room, &nest);
    float side = fminf(fminf(room.w / (float)nest.columns, room.h / (float)nest.rows),
                       view_units(view, CELL_MOST));
    nest.room = (Rect){room.x, room.y, side * (float)nest.columns, side * (float)nest.rows};
    build_cells(view, &nest);
    build_store(view, &nest);
    build_warps(view, &nest);
}
