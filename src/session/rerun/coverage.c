/* Along each side of the output the tile of the first block and the start of the last one's tell
 * how far all blocks together reach. Where these do not fit together (loops over the whole buffer,
 * scattered writes), nothing is claimed. */
#include "session/rerun/coverage.h"

#include "session/data/buffer.h"

typedef struct Side {
    int64_t blocks, extent;
    int64_t threads; /* of a block along it, where its threads stand as the elements do; else 0 */
    int64_t first_start, first_count, last_start, last_count;
} Side;

/* 0: cannot be told. */
static int64_t reach_of_blocks(const Side *side)
{
    int64_t n = side->blocks, tile = side->first_count;
    if (side->first_start != 0)
        return 0;
    if (n == 1 && (side->last_count == 0 || side->last_start == 0))
        return tile == side->extent && side->threads > tile ? side->threads : tile;
    if (n == 1)
        return 0;
    if (side->last_count > 0 && side->last_start != tile * (n - 1))
        return 0;
    return tile * n;
}

/* One block alone that reaches all elements shows no tile that hangs over: its threads do, if they
 * have as many directions as the output. */
static bool measure_reach(Coverage *coverage, Footprint first, Footprint last, Dim3 grid,
                          Dim3 block)
{
    bool is_alike = (block.y > 1) == (coverage->rows > 1) && block.z == 1;
    Side columns = {grid.x,           coverage->columns,  is_alike ? block.x : 0,
                    first.column,     first.column_count, last.column,
                    last.column_count};
    Side rows = {grid.y,          coverage->rows, is_alike ? block.y : 0, first.row,
                 first.row_count, last.row,       last.row_count};
    coverage->reached_columns = reach_of_blocks(&columns);
    coverage->reached_rows = reach_of_blocks(&rows);
    return coverage->reached_columns > 0 && coverage->reached_rows > 0;
}

static int output_of(const Launch *launch, const Footprints *first)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].role == ROLE_OUTPUT && first->whole[i].row_count > 0)
            return i;
    return -1;
}

Coverage coverage_find(const Launch *launch, const Footprints *first, const Footprints *last)
{
    Coverage coverage = {.kind = COVERAGE_UNKNOWN, .buffer = -1};
    if (!first || !last || !first->is_complete || !last->is_complete || launch->grid.z > 1)
        return coverage;
    int buffer = coverage.buffer = output_of(launch, first);
    if (buffer < 0)
        return coverage;
    buffer_shape(&launch->buffers[buffer], &coverage.rows, &coverage.columns);
    Footprint a = first->whole[buffer], b = last->whole[buffer];
    Dim3 grid = launch->grid, block = launch->block;
    Dim3 turned_grid = {grid.y, grid.x, 1}, turned_block = {block.y, block.x, block.z};
    if (!measure_reach(&coverage, a, b, grid, block) &&
        !measure_reach(&coverage, a, b, turned_grid, turned_block))
        return coverage;
    bool is_short =
        coverage.reached_rows < coverage.rows || coverage.reached_columns < coverage.columns;
    bool is_more =
        coverage.reached_rows > coverage.rows || coverage.reached_columns > coverage.columns;
    coverage.kind = is_short ? COVERAGE_SHORT : is_more ? COVERAGE_MORE : COVERAGE_EXACT;
    return coverage;
}
