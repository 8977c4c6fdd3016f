/* A cell has to be so large that a number of three letters can be read in it, before an audience in
 * letters of a fortieth of the picture. Of large arrays and blocks a part has to have room. */
#include "view/draw/needs.h"

#include "session/rerun/corner.h"

#include <math.h>

static const float CELL_PX = 17, THREAD_PX = 19, CELL = 17.5f, CELL_TOLD = 46, CELLS_TOLD = 120,
                   CELLS_FEW = 4, CELL_HALL = 0.05f, STAGE_HALL = 0.0385f,
                   STAGE_PAPER = 0.065f; /* of the picture's side */
static const float STAGE_PX = 15, STAGE_CELL = 12, STAGE_FRAME = 90, STAGE_FRAME_HALL = 62,
                   STAGE_HEAD = 110, STAGE_HEAD_HALL = 84;
static const float NAME_PX = 8, NAME_SIDE = 90;
static const float FIXED = 0.95f, MAP = 0.3f;
static const float PAD = 26, HEAD = 24, GAP = 26, ARRAY = 22, NAMES = 26, STAGE_LINE = 44,
                   SHARED_NAME = 110; /* with its name, two of them side by side */
enum { STAGE_MOST = 8, FEW = 100 };

/* Cells of an array or of the threads. */
typedef struct Extent {
    int64_t across, down;
    bool is_part;
} Extent;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* One row, if it is no longer than that; of up to as many as are shown whole as many rows as that
 * takes, else the lines of a part. */
static Extent line_extent(int64_t count)
{
    if (count <= NEEDS_LINE)
        return (Extent){count, 1, false};
    if (count <= NEEDS_WHOLE * NEEDS_WHOLE)
        return (Extent){NEEDS_LINE, (count + NEEDS_LINE - 1) / NEEDS_LINE, false};
    return (Extent){NEEDS_WHOLE, 4, true};
}

/* Of more than can be shown whole with numbers a part is to have room for them. */
static int64_t part(int64_t count)
{
    return count <= NEEDS_WHOLE ? count : NEEDS_WHOLE / 2;
}

static Extent grid_extent(int64_t rows, int64_t columns)
{
    return rows == 1
               ? line_extent(columns)
               : (Extent){part(columns), part(rows), columns > NEEDS_WHOLE || rows > NEEDS_WHOLE};
}

static Extent shared_extent(const Run *run, const SharedVariable *variable)
{
    const Type *type = variable->type;
    int64_t bytes = type->size_bytes, row = 0;
    if (variable->is_extern)
        bytes = run->launch.dynamic_shared_bytes;
    for (; type->kind == TYPE_ARRAY; type = type->element)
        row = type->length;
    int64_t size = type->size_bytes ? type->size_bytes : 4, count = bytes / size;
    bool is_line = variable->type->kind != TYPE_ARRAY ||
                   variable->type->element->kind != TYPE_ARRAY || row < 1;
    return is_line ? grid_extent(1, count) : grid_extent(count / row, row);
}

static Need need_of(float unit, float frame_w, float frame_h, float across, float down, float cell)
{
    return (Need){true, frame_w * unit, frame_h * unit, across * cell, down * cell};
}

/* Few cells have room for where their values come from; many, and those of a part, are only to be
 * read. */
static float cell_least(const Look *look, float unit, float side, float cells, bool is_part)
{
    cells = is_part ? fmaxf(cells, NEEDS_WHOLE) : cells;
    float alone = look->lecture ? CELL_HALL * side : fmaxf(CELL_PX, CELL * unit);
    return fmaxf(alone, cells <= CELLS_FEW ? CELL_TOLD * unit : CELLS_TOLD * unit / cells);
}

static Extent extent_of_threads(const Run *run)
{
    Dim3 block = run->launch.block;
    return grid_extent((int64_t)block.y * block.z, block.x);
}

static Need need_of_shared(const Run *run, const Look *look, float unit, float side)
{
    int64_t across = 1, down = 0;
    int count = run->program->shared_count;
    bool is_part = false;
    for (int i = 0; i < count; ++i) {
        Extent extent = shared_extent(run, &run->program->shared[i]);
        across = extent.across > across ? extent.across : across;
        down += extent.down;
        is_part |= extent.is_part;
    }
    float cell = cell_least(look, unit, side, (float)(across > down ? across : down), is_part);
    /* A long row has narrow cells; where these do not tell it, the name tells whence they came. */
    float narrow = across > NEEDS_WHOLE ? 0.78f : 1;
    Need need = need_of(unit, PAD, PAD + HEAD + ARRAY * (float)count, (float)across * narrow,
                        (float)down, cell);
    need.frame_w += fmaxf(0, SHARED_NAME * unit - need.cells_w);
    return need;
}

static int64_t digits_of(int64_t count)
{
    return count > 100 ? 3 : count > 10 ? 2 : 1;
}

/* Pixels of the longest name of a thread, "15,15". */
static float name_wide(const Run *run, float side)
{
    Dim3 block = run->launch.block;
    int64_t letters = digits_of(block.x) + (block.y > 1 || block.z > 1) * (1 + digits_of(block.y)) +
                      (block.z > 1) * (1 + digits_of(block.z));
    return (float)letters * 0.6f * fmaxf(NAME_PX, ceilf(side / NAME_SIDE)) + 5;
}

static Need need_of_threads(const Run *run, const Look *look, float unit, float side)
{
    Extent extent = extent_of_threads(run);
    int64_t most = extent.across > extent.down ? extent.across : extent.down;
    float cell = cell_least(look, unit, side, (float)most, extent.is_part);
    float narrow = extent.across > NEEDS_WHOLE ? 0.78f : 1;
    cell = fmaxf(cell, THREAD_PX);
    Need need = need_of(unit, PAD + NAMES, PAD + HEAD, (float)extent.across * narrow,
                        (float)extent.down, cell);
    need.cells_w = fmaxf(need.cells_w, (float)extent.across * name_wide(run, side));
    return need;
}

/* Two arrays around the threads. */
static Need need_of_corner(const SessionRun *slot, const Look *look, float unit, float side)
{
    const Run *run = slot->run;
    Extent left = shared_extent(run, &run->program->shared[slot->corner.left]);
    Extent above = shared_extent(run, &run->program->shared[slot->corner.above]);
    Extent threads = extent_of_threads(run);
    float head = look->lecture ? 0 : HEAD;
    float across = (float)(left.across + threads.across), down = (float)(above.down + threads.down);
    Need need = need_of(unit, PAD + GAP, PAD + GAP + head, across, down,
                        cell_least(look, unit, side, fmaxf(across, down),
                                   left.is_part || above.is_part || threads.is_part));
    need.cells_w = fmaxf(need.cells_w, across * name_wide(run, side));
    return need;
}

/* Few cells are not made smaller for others, or their numbers would have no room. */
static void fix_cells(Need *need)
{
    need->frame_w += FIXED * need->cells_w;
    need->frame_h += FIXED * need->cells_h;
    need->cells_w *= 1 - FIXED;
    need->cells_h *= 1 - FIXED;
}

/* On paper it is global memory that is asked about, and the kernel's text stands above. */
static Need need_of_buffers(const Run *run, float unit, const Look *look, float side)
{
    bool is_lecture = look->lecture;
    float hall = look->paper ? STAGE_PAPER : STAGE_HALL;
    int64_t across = 1, down = 0, lines = 0, matrices = 0;
    float cell = is_lecture ? hall * side : fmaxf(STAGE_PX, STAGE_CELL * unit);
    for (int i = 0; i < run->launch.buffer_count; ++i) {
        const Buffer *buffer = &run->launch.buffers[i];
        bool is_matrix = buffer->rows > 1;
        int64_t count = (int64_t)buffer->count;
        int64_t columns = is_matrix ? count / (int64_t)buffer->rows : least(count, 2 * STAGE_MOST);
        across = columns > across ? columns : across;
        down = is_matrix && (int64_t)buffer->rows > down ? (int64_t)buffer->rows : down;
        matrices += is_matrix;
        lines += !is_matrix;
    }
    across = matrices > 1 ? 2 * least(across, STAGE_MOST) : least(across, 2 * STAGE_MOST);
    down = (matrices > 1 ? 2 : 1) * least(down, STAGE_MOST) + lines;
    float frame_w = is_lecture ? STAGE_FRAME_HALL : STAGE_FRAME;
    float frame_h =
        (is_lecture ? STAGE_HEAD_HALL : STAGE_HEAD) + STAGE_LINE * (float)((lines + 1) / 2);
    Need need = need_of(unit, frame_w, frame_h, (float)across, (float)down, cell);
    if (is_lecture && across <= STAGE_MOST && down <= STAGE_MOST)
        fix_cells(&need);
    return need;
}

RunNeeds needs_of_run(const SessionRun *slot, const Look *look, float unit, float side)
{
    RunNeeds needs = {.has_shared = true};
    if (!slot || !slot->run || !slot->run->program) {
        needs.buffers = need_of(unit, 190, 170, 0, 0, 0);
        needs.shared = needs.threads = need_of(unit, 130, 90, 0, 0, 0);
        return needs;
    }
    const Run *run = slot->run;
    needs.buffers = need_of_buffers(run, unit, look, side);
    if (look->lecture && look->panel == PANEL_BOTH) { /* it is a map there */
        needs.buffers.cells_w *= MAP;
        needs.buffers.cells_h *= MAP;
    }
    needs.has_few = true;
    for (int i = 0; i < run->launch.buffer_count; ++i)
        needs.has_few &= run->launch.buffers[i].count <= FEW;
    needs.has_shared = run->program->shared_count > 0;
    needs.is_corner =
        slot->corner.above >= 0 && slot->corner.left >= 0 && !(look->banks && needs.has_shared);
    if (needs.is_corner) {
        needs.block = need_of_corner(slot, look, unit, side);
        return needs;
    }
    needs.threads = need_of_threads(run, look, unit, side);
    if (look->banks && needs.has_shared)
        needs.shared = need_of(unit, look->lecture ? 225 : 280, look->lecture ? 105 : 130, 0, 0, 0);
    else if (needs.has_shared)
        needs.shared = need_of_shared(run, look, unit, side);
    return needs;
}
