/* The block in view and its phase, for whichever panel has room to say so. */
#include "view/values/where.h"
#include "session/rerun/footprint.h"

const char *where_block(View *view)
{
    return view_format(view, STRING_BLOCK_AT, view_block_at(view, view->machine->block));
}

const char *where_phase(View *view)
{
    uint32_t count = view->slot->footprints->phase_count;
    if (!view->program->has_phases || !count)
        return view_text(view, STRING_NO_PHASES);
    if (!view->phase)
        return view_text(view, STRING_PHASE_NONE);
    bool is_all = view->slot->footprints->is_complete;
    return view_either(view, is_all, STRING_PHASE_OF, STRING_PHASE_OF_MORE, view->phase - 1, count);
}

int64_t where_line(const Launch *launch)
{
    uint64_t threads = dim3_count(launch->block);
    if (threads != launch->block.x)
        return 0;
    return threads < WARP_LANES ? (int64_t)threads : WARP_LANES;
}

const char *where_row(View *view, const CellGrid *grid)
{
    int64_t line = where_line(view->launch), row = grid->wrap * grid->group;
    bool is_block = line < WARP_LANES;
    if (!grid->is_linear || line <= 1 || cells_drawn_rows(grid) < 2)
        return NULL;
    if (row % line == 0)
        return view_either(view, is_block, STRING_ROW_BLOCKS, STRING_ROW_WARPS,
                           (long long)(row / line));
    return line % row ? NULL
                      : view_either(view, is_block, STRING_ROW_BLOCK_PART, STRING_ROW_WARP_PART,
                                    (long long)(line / row));
}
