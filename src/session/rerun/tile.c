/* Asked of the first and the last block: where each part is full and begins at a multiple of its
 * size, the parts between them are taken to do so. What is copied to shared memory tells the size
 * of tiles that the matrix cuts. */
#include "session/rerun/tile.h"

#include "session/rerun/footprint.h"

static bool begins_on_tile(const Footprint *part, TileSize size)
{
    return part->row % size.rows == 0 && part->column % size.columns == 0;
}

static TileSize largest_part(const Footprints *tiles, int buffer)
{
    TileSize size = {0};
    for (uint32_t phase = 1; phase <= tiles->phase_count; ++phase) {
        Footprint part = footprint_at(tiles, phase, buffer);
        size.rows = part.row_count > size.rows ? part.row_count : size.rows;
        size.columns = part.column_count > size.columns ? part.column_count : size.columns;
    }
    return size;
}

static bool phases_fit(const Footprints *tiles, int buffer, TileSize size)
{
    for (uint32_t phase = 1; phase <= tiles->phase_count; ++phase) {
        Footprint part = footprint_at(tiles, phase, buffer);
        if (part.row_count && (!footprint_is_full(&part) || !begins_on_tile(&part, size)))
            return false;
    }
    return true;
}

/* The last of so many blocks begins where all before it end, along one side of the grid or along
 * none. */
static bool is_last_start(const Launch *launch, int64_t start, int64_t size)
{
    Dim3 grid = launch->grid;
    bool is_row = grid.y == 1 && grid.z == 1;
    return start == 0 || start == size * (int64_t)(grid.x - 1) ||
           start == size * (int64_t)(grid.y - 1) || start == size * (int64_t)(grid.z - 1) ||
           (is_row && start % size == 0);
}

/* A block may use several tiles. */
static bool is_apart(const Launch *launch, int64_t start, int64_t size, int64_t used)
{
    return !is_last_start(launch, start, size) &&
           !is_last_start(launch, start, (used + size - 1) / size * size);
}

static bool last_fits(const SessionRun *run, int buffer, TileSize size)
{
    const Footprint *first = &run->tiles->whole[buffer];
    if (!run->last || !run->last->is_complete || !run->last->whole[buffer].row_count)
        return true;
    const Footprint *last = &run->last->whole[buffer];
    const Launch *launch = &run->run->launch;
    return !is_apart(launch, last->row, size.rows, first->row_count) &&
           !is_apart(launch, last->column, size.columns, first->column_count);
}

TileSize tile_size(const SessionRun *run, int buffer)
{
    const Footprints *tiles = run->tiles;
    bool by_phase = run->run->launch.buffers[buffer].role == ROLE_INPUT && tiles->phase_count > 0;
    Footprint whole = tiles->whole[buffer];
    TileSize none = {0}, size = tile_copies_size(tiles->copies, buffer);
    if (size.is_apart)
        return none;
    if (!size.rows) {
        size = by_phase ? largest_part(tiles, buffer)
                        : (TileSize){whole.row_count, whole.column_count, false};
        bool is_one =
            size.rows && (by_phase ? phases_fit(tiles, buffer, size)
                                   : footprint_is_full(&whole) && begins_on_tile(&whole, size));
        if (!is_one)
            return none;
    }
    return last_fits(run, buffer, size) ? size : none;
}
