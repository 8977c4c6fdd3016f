/* Tiles of tiles: what of its output a block writes, with the tile of each warp framed in it, the
 * elements of one thread filled, and those of one store instruction outlined. All of it is where
 * the block's stores went, not what the kernel calls its tiles. */
#include "session/data/buffer.h"
#include "session/data/session_data.h"
#include "session/rerun/footprint.h"
#include "view/draw/button.h"
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
    const AccessRecord *stored; /* the last one of the picked thread's warp before the moment, else
                                   its first; of any warp where that one stores nothing */
    Extent frame;               /* of these, what fills the room */
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

static const AccessRecord *find_store(const AccessLog *log, uint32_t warp, uint64_t moment)
{
    const AccessRecord *own = NULL, *any = NULL;
    for (int i = 0; i < log->count; ++i) {
        const AccessRecord *record = &log->records[i];
        bool is_before = record->step < moment;
        if (!is_store(record))
            continue;
        any = !any || is_before ? record : any;
        if (record->warp == warp)
            own = !own || is_before ? record : own;
    }
    return own ? own : any;
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
    nest->stored = find_store(log, view->selection->thread / WARP_LANES, moment);
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

/* What of it lies in the frame; count 0: nothing. */
static Extent within(Extent extent, Extent frame)
{
    Extent part = {.row = extent.row > frame.row ? extent.row : frame.row,
                   .column = extent.column > frame.column ? extent.column : frame.column,
                   .row_end = extent.row_end < frame.row_end ? extent.row_end : frame.row_end,
                   .column_end =
                       extent.column_end < frame.column_end ? extent.column_end : frame.column_end};
    part.count = part.row < part.row_end && part.column < part.column_end;
    return part;
}

/* In the room, which has the frame: of w 0 if the extent lies outside of it. */
static Rect place_of(const Nest *nest, Extent extent)
{
    const Extent *frame = &nest->frame;
    Extent part = within(extent, *frame);
    if (!part.count)
        return (Rect){nest->room.x, nest->room.y, 0, 0};
    part.row -= frame->row;
    part.row_end -= frame->row;
    part.column -= frame->column;
    part.column_end -= frame->column;
    return extent_rect(part, nest->room, frame->row_end - frame->row,
                       frame->column_end - frame->column);
}

static void build_frame(View *view, const Nest *nest, Extent extent, Colour colour, float line)
{
    Rect place = place_of(nest, extent);
    if (place.w > 0)
        scene_box(view->scene, place, 0, 0, colour, line, (PickTag){0});
}

/* The thread that the pointer rests on, else the picked one. */
static int32_t looked_at(const View *view)
{
    Target hover = view->selection->hover;
    return (int32_t)(hover.kind == TARGET_THREAD ? hover.a : view->selection->thread);
}

/* The cells of the warp that is looked at are darker than those of the others. */
static Colour cell_colour(const View *view, const Nest *nest, int32_t thread)
{
    const PartColours *part = view_part(view, nest->buffer);
    if (thread == NOBODY)
        return view->theme->well;
    if (thread == looked_at(view))
        return view->theme->accent;
    return thread / WARP_LANES == looked_at(view) / WARP_LANES ? part->tint : part->shade;
}

/* Neighbours in a row that one thread, or in a large tile one warp, has written. */
static void build_cells(View *view, const Nest *nest)
{
    const Extent *frame = &nest->frame;
    bool by_thread =
        (frame->row_end - frame->row) * (frame->column_end - frame->column) <= CELLS_BY_THREAD;
    for (int64_t row = frame->row; row < frame->row_end; ++row)
        for (int64_t column = frame->column, end; column < frame->column_end; column = end) {
            const int32_t *line = nest->thread + row * nest->columns;
            int32_t thread = line[column];
            Colour fill = cell_colour(view, nest, thread);
            for (end = column + 1; end < frame->column_end; ++end)
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
            build_frame(view, nest, tile, view_part(view, nest->buffer)->strong,
                        view_units(view, 2));
    }
}

/* What a lane of the store writes; count 0: nothing. */
static Extent stored_by(const View *view, const Nest *nest, uint32_t lane)
{
    const Buffer *buffer = &view->launch->buffers[nest->buffer];
    int64_t rows, columns, first = stored_scalar(view, nest->stored, lane, nest->buffer);
    int64_t count = nest->stored->bytes / buffer_scalar_bytes(buffer);
    buffer_shape(buffer, &rows, &columns);
    return first < 0 ? (Extent){.count = 0}
                     : extent_of(first / columns - nest->row, first % columns - nest->column, 1,
                                 count > 0 ? count : 1);
}

static void build_store(View *view, const Nest *nest)
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        Extent own = stored_by(view, nest, lane);
        if (own.count)
            build_frame(view, nest, own, view->theme->text, fmaxf(1, view_units(view, 1)));
    }
}

static Extent stored_extent(const View *view, const Nest *nest)
{
    Extent extent = {.count = 0};
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        Extent own = stored_by(view, nest, lane);
        for (int64_t column = own.column; own.count && column < own.column_end; ++column)
            extent_add(&extent, own.row, column);
    }
    return extent;
}

/* The frame is the picked thread's: where the pointer rests does not move it. */
static Extent frame_of(const View *view, const Nest *nest)
{
    int32_t thread = (int32_t)view->selection->thread, warp = thread / WARP_LANES;
    Extent whole = extent_of(0, 0, nest->rows, nest->columns), frame = whole;
    switch (view->look->frame) {
    case FRAME_WARP: frame = written_by(nest, warp * WARP_LANES, (warp + 1) * WARP_LANES); break;
    case FRAME_THREAD: frame = written_by(nest, thread, thread + 1); break;
    case FRAME_STORE: frame = stored_extent(view, nest); break;
    default: break;
    }
    return frame.count ? frame : whole;
}

/* The way to the next frame, by key or by a press. */
static void build_way(View *view, Rect *room)
{
    static const StringKey words[FRAME_COUNT] = {STRING_NEST_IN_WARP, STRING_NEST_IN_THREAD,
                                                 STRING_NEST_IN_STORE, STRING_NEST_OUT};
    const char *way = view_text(view, words[view->look->frame]);
    Rect line = rect_cut_top(room, view_units(view, 24));
    if (!view->look->paper)
        button_words_build(view, line, COMMAND_FRAME,
                           arena_printf(view->arena, "%s  %s", way, key_text(view, COMMAND_FRAME)));
    rect_cut_top(room, view_units(view, 4));
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
    build_way(view, &room);
    nest.frame = frame_of(view, &nest);
    float columns = (float)(nest.frame.column_end - nest.frame.column);
    float rows = (float)(nest.frame.row_end - nest.frame.row);
    float side = fminf(fminf(room.w / columns, room.h / rows), view_units(view, CELL_MOST));
    nest.room = (Rect){room.x, room.y, side * columns, side * rows};
    build_cells(view, &nest);
    build_store(view, &nest);
    build_warps(view, &nest);
}
