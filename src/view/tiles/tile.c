/* An element's place is that of the element of global memory whose value it holds, whatever the
 * kernel does to the index. Of an array that holds several tiles, as one that a kernel carves up
 * itself, only the part is taken that the access is in. */
#include "view/tiles/tile.h"

#include "session/data/buffer.h"
#include "view/tiles/extent.h"
#include "view/values/values.h"

#include "probe/probe.h"

enum { SCALARS_MOST = 1 << 17, EXTENT_MOST = 256 };

/* ---- the places ---- */

static bool find_origin(const View *view, const Tile *tile, int64_t scalar, int *buffer,
                        int64_t *row, int64_t *column)
{
    Origin origin = probe_shared_origin(view->probe, tile->start + (uint32_t)scalar * tile->size);
    if (origin.kind != ORIGIN_GLOBAL)
        return false;
    *buffer = launch_buffer_at(view->launch, origin.at);
    if (*buffer < 0)
        return false;
    const Buffer *from = &view->launch->buffers[*buffer];
    int64_t rows, columns, at = (int64_t)(origin.at - from->offset_bytes);
    buffer_shape(from, &rows, &columns);
    at /= buffer_scalar_bytes(from);
    *row = at / columns;
    *column = at % columns;
    return true;
}

/* The rectangle of the buffer that the values from `from` up to `to` come from; false if there is
 * none, or one that is far larger than they are many. */
static bool gather_extent(const View *view, Tile *tile)
{
    Extent extent = {.count = 0};
    tile->buffer = -1;
    for (int64_t i = tile->from; i < tile->to; ++i) {
        int64_t row, column;
        int buffer;
        if (!find_origin(view, tile, i, &buffer, &row, &column))
            continue;
        if (tile->buffer < 0)
            tile->buffer = buffer;
        if (buffer != tile->buffer)
            return false;
        extent_add(&extent, row, column);
    }
    tile->row = extent.row;
    tile->column = extent.column;
    tile->rows = extent.row_end - extent.row;
    tile->columns = extent.column_end - extent.column;
    return tile->buffer >= 0 && tile->rows <= EXTENT_MOST && tile->columns <= EXTENT_MOST &&
           tile->rows * tile->columns <= 2 * (tile->to - tile->from);
}

/* How far the values that come from one buffer go from a scalar on, in steps of `by`; what has no
 * origin, as padding, is passed by. rows: of those, NULL: not asked. */
static int64_t end_of_run(const View *view, const Tile *tile, int64_t at, int64_t by, Extent *rows)
{
    int64_t row, column, last = at;
    int buffer, own = -1;
    for (int64_t i = at; i >= 0 && i < tile->count; i += by) {
        if (!find_origin(view, tile, i, &buffer, &row, &column))
            continue;
        if (own >= 0 && buffer != own)
            break;
        own = buffer;
        last = i;
        if (rows)
            extent_add(rows, row, column);
    }
    return last;
}

/* The part of an array around a scalar that holds one tile: from there on in both directions what
 * comes from the same buffer, and of a ring of such tiles one, which begins where the rows begin
 * anew. */
static void find_part(const View *view, Tile *tile, int64_t at)
{
    Extent extent = {.count = 0};
    int64_t row, column, before = -1, from, to;
    int buffer;
    from = end_of_run(view, tile, at, -1, NULL);
    to = 1 + end_of_run(view, tile, at, 1, NULL);
    end_of_run(view, tile, from, 1, &extent);
    tile->from = from;
    tile->to = to;
    for (int64_t i = from; i < to; ++i) {
        if (!find_origin(view, tile, i, &buffer, &row, &column))
            continue;
        bool begins_anew = before == extent.row_end - 1 && row == extent.row && before != row;
        if (begins_anew && i <= at)
            tile->from = i;
        if (begins_anew && i > at) {
            tile->to = i;
            return;
        }
        before = row;
    }
}

static bool gather_rectangle(const View *view, Tile *tile, int64_t at)
{
    tile->from = 0;
    tile->to = tile->count;
    if (gather_extent(view, tile))
        return true;
    find_part(view, tile, at);
    return gather_extent(view, tile);
}

/* at: a scalar of the tile that is wanted. */
static void gather_places(View *view, Tile *tile, int64_t at)
{
    tile->place = ARENA_ARRAY(view->arena, int32_t, tile->count);
    if (!gather_rectangle(view, tile, at)) {
        shared_shape(view, tile->variable, &tile->rows, &tile->columns);
        tile->from = 0;
        tile->to = tile->count;
        tile->buffer = -1;
        tile->row = tile->column = 0;
    }
    int64_t places = tile->rows * tile->columns;
    tile->scalar = ARENA_ARRAY(view->arena, int32_t, places);
    for (int64_t i = 0; i < places; ++i)
        tile->scalar[i] = -1;
    for (int64_t i = 0; i < tile->count; ++i) {
        int64_t row, column, place = i;
        int buffer;
        if (tile->buffer >= 0)
            place = i >= tile->from && i < tile->to &&
                            find_origin(view, tile, i, &buffer, &row, &column)
                        ? (row - tile->row) * tile->columns + column - tile->column
                        : -1;
        tile->place[i] = (int32_t)place;
        if (place >= 0 && tile->scalar[place] < 0)
            tile->scalar[place] = (int32_t)i;
    }
}

/* ---- the access ---- */

bool tile_has_address(const Step *step, uint32_t lane)
{
    return (step->active >> lane & 1) && step->arena[lane] != UINT64_MAX;
}

/* The scalar of the array at which a lane's access begins; -1: it touches none. */
static int64_t lane_scalar(const Tile *tile, const Step *step, uint32_t lane)
{
    if (!tile_has_address(step, lane) || step->arena[lane] < tile->start)
        return -1;
    int64_t scalar = (int64_t)((step->arena[lane] - tile->start) / tile->size);
    return scalar < tile->count ? scalar : -1;
}

/* Words of one bank in the order in which lanes ask for them. */
typedef struct BankWords {
    uint64_t words[WARP_LANES * 4];
    int count;
} BankWords;

static uint8_t turn_of(BankWords *banks, uint64_t byte)
{
    uint64_t word = byte / BANK_WORD_BYTES;
    BankWords *bank = &banks[word % BANK_COUNT];
    int at = 0;
    while (at < bank->count && bank->words[at] != word)
        ++at;
    if (at == bank->count && at < (int)(sizeof bank->words / sizeof *bank->words))
        bank->words[bank->count++] = word;
    return (uint8_t)at;
}

/* The scalars of one lane, each with what stands before it in its bank. */
static void gather_lane(Tile *tile, const Step *step, uint32_t lane, BankWords *lies,
                        BankWords *would)
{
    int64_t first = lane_scalar(tile, step, lane);
    for (uint32_t i = 0; first >= 0 && i * tile->size < step->access_bytes; ++i) {
        int64_t scalar = first + i;
        if (scalar >= tile->count)
            return;
        uint64_t place = (uint64_t)(tile->place[scalar] < 0 ? 0 : tile->place[scalar]);
        if (!tile->lane[scalar])
            tile->lane[scalar] = (uint8_t)(lane + 1);
        tile->turn[scalar] = turn_of(lies, tile->start + (uint64_t)scalar * tile->size);
        tile->by_rows[scalar] = turn_of(would, place * tile->size);
        tile->has_would &= tile->place[scalar] >= 0;
    }
}

static void gather_access(View *view, Tile *tile, const Step *step)
{
    BankWords *lies = ARENA_ARRAY(view->arena, BankWords, BANK_COUNT);
    BankWords *would = ARENA_ARRAY(view->arena, BankWords, BANK_COUNT);
    uint64_t at[WARP_LANES] = {0};
    uint32_t lanes = 0;
    tile->lane = ARENA_ARRAY(view->arena, uint8_t, tile->count);
    tile->turn = ARENA_ARRAY(view->arena, uint8_t, tile->count);
    tile->by_rows = ARENA_ARRAY(view->arena, uint8_t, tile->count);
    tile->has_would = tile->buffer >= 0;
    tile->chunk = step->access_bytes / tile->size;
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        int64_t scalar = lane_scalar(tile, step, lane);
        if (lane * step->access_bytes % LINE_BYTES == 0) /* a group that is served by itself */
            for (int bank = 0; bank < BANK_COUNT; ++bank)
                lies[bank].count = would[bank].count = 0;
        lanes |= (uint32_t)tile_has_address(step, lane) << lane;
        tile->has_would &= !tile_has_address(step, lane) || scalar >= 0;
        gather_lane(tile, step, lane, lies, would);
        if (scalar >= 0 && tile->place[scalar] >= 0)
            at[lane] = (uint64_t)tile->place[scalar] * tile->size;
    }
    tile->lies = banks_count(step->arena, lanes, step->access_bytes);
    tile->would = banks_count(at, lanes, step->access_bytes);
}

bool tile_gather(View *view, const Step *step, Tile *tile)
{
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        int64_t scalar, rows, columns;
        if (!tile_has_address(step, lane))
            continue;
        *tile = (Tile){.variable = shared_variable_at(view, (uint32_t)step->arena[lane], &scalar)};
        if (tile->variable < 0)
            return false;
        const SharedVariable *variable = &view->program->shared[tile->variable];
        shared_shape(view, tile->variable, &rows, &columns);
        tile->start = variable->offset_bytes;
        tile->size = scalar_size_bytes(shared_scalar(variable));
        tile->count = rows * columns;
        if (!tile->size || tile->count > SCALARS_MOST)
            return false;
        gather_places(view, tile, scalar);
        gather_access(view, tile, step);
        return true;
    }
    return false;
}
