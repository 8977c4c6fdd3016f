/* Parts are known as they were touched; what is touched at an edge is less than the tile that was
 * meant, and an input read column by column is drawn transposed. */
#include "view/matrix/part.h"

#include "session/rerun/tile.h"
#include "session/scenes/veil.h"

/* As the picture has it: rows and columns are exchanged where the matrix is drawn transposed. */
static Footprint transposed(const View *view, int buffer, Footprint part)
{
    if (!view->buffers[buffer].is_transposed)
        return part;
    Footprint other = part;
    other.row = part.column;
    other.column = part.row;
    other.row_count = part.column_count;
    other.column_count = part.row_count;
    return other;
}

/* Where accesses land in a wrong row, what the block touches would give them away. */
static bool is_veiled_part(const View *view, int buffer)
{
    int count;
    const Finding *findings = session_findings(view->slot, &count);
    for (int i = 0; i < count && veil_hides(view->session, VEIL_MARKS); ++i)
        if (findings[i].buffer == buffer && (findings[i].kind == FINDING_WRONG_ROW_READ ||
                                             findings[i].kind == FINDING_WRONG_ROW_WRITE))
            return true;
    return false;
}

static Footprint seen_part(const View *view, int buffer, Footprint part)
{
    return is_veiled_part(view, buffer) ? (Footprint){0} : transposed(view, buffer, part);
}

Footprint matrix_block(const View *view, int buffer)
{
    return seen_part(view, buffer, view->slot->footprints->whole[buffer]);
}

static Footprint own_tile(const View *view, int buffer)
{
    TileSize size = tile_size(view->slot, buffer);
    return transposed(view, buffer,
                      (Footprint){.row_count = size.rows, .column_count = size.columns});
}

/* Of the output a block writes no more than there is. Its rows are those of the tile at its left,
 * its columns those of the tile above. */
Footprint matrix_tile(const View *view, int buffer)
{
    Footprint tile = own_tile(view, buffer);
    Placement place = view->placement;
    const CellGrid *grid = &view->buffers[buffer];
    if (!place.is_corner || buffer != place.output || !tile.row_count)
        return tile;
    Footprint left = own_tile(view, place.left), above = own_tile(view, place.above);
    if (tile.row_count == grid->rows && left.row_count > tile.row_count)
        tile.row_count = left.row_count;
    if (tile.column_count == grid->columns && above.column_count > tile.column_count)
        tile.column_count = above.column_count;
    return tile;
}

Footprint matrix_touched(const View *view, int buffer)
{
    const Footprints *footprints = view->slot->footprints;
    bool by_phase = view->launch->buffers[buffer].role == ROLE_INPUT && footprints->phase_count > 0;
    return seen_part(view, buffer,
                     by_phase ? footprint_at(footprints, view->phase, buffer)
                              : footprints->whole[buffer]);
}

Footprint matrix_phase(const View *view, int buffer)
{
    Footprint part = matrix_touched(view, buffer), tile = matrix_tile(view, buffer);
    const CellGrid *grid = &view->buffers[buffer];
    if (grid->is_linear || !part.row_count || !tile.row_count || part.row % tile.row_count ||
        part.column % tile.column_count)
        return part;
    if (part.row + tile.row_count > grid->rows)
        part.row_count = tile.row_count;
    if (part.column + tile.column_count > grid->columns)
        part.column_count = tile.column_count;
    return part;
}
