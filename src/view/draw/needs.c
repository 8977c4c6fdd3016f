/* A cell has to be so large that a number of three letters can be read in it, before an audience in
 * letters of a fortieth of the picture. Of large arrays and blocks a part has to have room. */
#include "view/draw/needs.h"

#include "probe/counting/banks.h"
#include "session/rerun/corner.h"

#include <math.h>

static const float CELL_PX = 17, THREAD_PX = 19, ROW_PX = 14, ROW_CELL = 12.5f, CELL = 17.5f,
                   CELL_TOLD = 46, CELLS_TOLD = 120, CELLS_FEW = 4, CELL_HALL = 0.05f,
                   STAGE_HALL = 0.0385f, STAGE_PAPER = 0.065f; /* of the picture's side */
static const float STAGE_PX = 15, STAGE_CELL = 12, STAGE_FRAME = 90, STAGE_FRAME_HALL = 62,
                   STAGE_HEAD = 110, STAGE_HEAD_HALL = 84;
static const float NAME_PX = 8;
static const float FIXED = 0.95f, MAP = 0.3f;
static const float PAD = 26, HEAD = 24, GAP = 26, ARRAY = 22, NAMES = 26, STAGE_LINE = 44,
                   SHARED_NAME = 110; /* with its name, two of them side by side */
enum { STAGE_MOST = 8, FEW = 100 };

typedef struct Size {
    float w, h;
} Size;

/* Cells of an array or of the threads. */
typedef struct Extent {
    int64_t across, down;
    bool is_part;
} Extent;

/* Pixels of letters that everybody can read, and of digits that an audience can, as
 * view/block/excerpt.h has them; what a cell has beside them. */
static const float LETTERS = 1 / 90.0f, DIGITS_HALL = 1 / 40.0f, LETTER = 0.61f, LINES = 1.6f,
                   LINES_HALL = 1.1f, NAME_SHARE = 0.52f, NUMBER_PX = 16, NAMED_PX = 17,
                   LETTER_TEXT = 0.6f, SOURCE_LETTERS = 11, NAME_LETTERS = 6, BESIDE = 8,
                   TOLD_LINES = 32; /* units: which part it is, and where its words came from */

static float letters_px(float side)
{
    return fmaxf(NAME_PX, ceilf(side * LETTERS));
}

/* Pixels across a letter of code, which stands on whole pixels. */
static float letter_wide(float px)
{
    return roundf(LETTER * px);
}

/* The least cell in which a number of so many letters can be read. */
static Size number_least(const Look *look, float unit, float side, float letters)
{
    float px = look->lecture ? ceilf(side * DIGITS_HALL) : letters_px(side);
    float outline = 2 * fmaxf(2, roundf(3 * unit)) + 3;
    return (Size){ceilf(letters * letter_wide(px)) + outline,
                  look->lecture ? ceilf(LINES_HALL * px) : fmaxf(NUMBER_PX, ceilf(LINES * px))};
}

static void keep_least(Need *need, float across, float down, Size cell)
{
    need->least_w = across * cell.w;
    need->least_h = down * cell.h;
    need->cells_w = fmaxf(need->cells_w, need->least_w);
    need->cells_h = fmaxf(need->cells_h, need->least_h);
}

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
    return (Need){.is_there = true,
                  .frame_w = frame_w * unit,
                  .frame_h = frame_h * unit,
                  .cells_w = across * cell,
                  .cells_h = down * cell};
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

/* Of a strip that is shown whole in several lines, lines of half that length are as good. */
static Extent folded(Extent extent)
{
    if (extent.across > NEEDS_WHOLE && extent.down > 1)
        return (Extent){NEEDS_WHOLE,
                        extent.down * ((extent.across + NEEDS_WHOLE - 1) / NEEDS_WHOLE),
                        extent.is_part};
    return extent;
}

/* Pixels of a letter of where the words of an array came from, "M[0][0..1]". */
static float source_px(const Look *look, float side)
{
    return LETTER_TEXT * (look->lecture ? ceilf(side * DIGITS_HALL) : letters_px(side));
}

/* Parts of several arrays stand side by side, of two columns each; below the cells it is told where
 * their words came from. */
static void keep_least_shared(Need *need, const Run *run, const Look *look, float unit, float side,
                              Extent all)
{
    float count = (float)run->program->shared_count, told = all.is_part ? TOLD_LINES * unit : 0;
    bool is_row = all.is_part && count > 1;
    all = folded(all);
    if (is_row)
        all = (Extent){2 * (int64_t)count, NEEDS_WHOLE, true};
    keep_least(need, (float)all.across, (float)all.down, number_least(look, unit, side, 3));
    need->least_w += is_row ? count * BESIDE * unit : 0;
    need->least_w = fmaxf(need->least_w, (SOURCE_LETTERS + NAME_LETTERS) * source_px(look, side));
    need->least_h += told;
    need->cells_w = fmaxf(need->cells_w, need->least_w);
    need->cells_h = fmaxf(need->cells_h, need->least_h);
}

static Need need_of_shared(const Run *run, const Look *look, float unit, float side)
{
    Extent all = {1, 0, false};
    int count = run->program->shared_count;
    for (int i = 0; i < count; ++i) {
        Extent extent = shared_extent(run, &run->program->shared[i]);
        all.across = extent.across > all.across ? extent.across : all.across;
        all.down += extent.down;
        all.is_part |= extent.is_part;
    }
    int64_t across = all.across, down = all.down;
    float cell = cell_least(look, unit, side, (float)(across > down ? across : down), all.is_part);
    /* A long row has narrow cells; where these do not tell it, the name tells whence they came. */
    float narrow = across > NEEDS_WHOLE ? 0.78f : 1;
    Need need = need_of(unit, PAD, PAD + HEAD + ARRAY * (float)count, (float)across * narrow,
                        (float)down, cell);
    need.frame_w += fmaxf(0, SHARED_NAME * unit - need.cells_w);
    keep_least_shared(&need, run, look, unit, side, all);
    return need;
}

static int64_t digits_of(int64_t count)
{
    return count > 100 ? 3 : count > 10 ? 2 : 1;
}

/* Pixels of a cell with the longest name of a thread, "15,15". */
static float name_wide(const Run *run, float side)
{
    Dim3 block = run->launch.block;
    int64_t letters = digits_of(block.x) + (block.y > 1 || block.z > 1) * (1 + digits_of(block.y)) +
                      (block.z > 1) * (1 + digits_of(block.z));
    return (float)letters * letter_wide(letters_px(side)) + 4;
}

static Size name_least(const Run *run, float side)
{
    float high = (letters_px(side) - 0.49f) / NAME_SHARE;
    return (Size){name_wide(run, side), ceilf(fmaxf(NAMED_PX, high))};
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
    bool is_row = extent.down == 1 && extent.across > 1;
    extent = folded(extent);
    Size name = name_least(run, side);
    name.w = is_row ? fmaxf(name.w, fmaxf(ROW_PX, ceilf(ROW_CELL * unit))) : name.w;
    keep_least(&need, (float)extent.across, (float)extent.down, name);
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
    bool is_part = left.is_part || above.is_part || threads.is_part;
    if (look->lecture && look->panel == PANEL_BOTH) /* the digits have the height */
        return need;
    Size number = number_least(look, unit, side, is_part ? 3 : 2), name = name_least(run, side);
    keep_least(&need, across, down,
               (Size){fmaxf(fmaxf(number.w, name.w),
                            SOURCE_LETTERS * source_px(look, side) / (float)left.across),
                      fmaxf(number.h, name.h)});
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

bool needs_lanes(const Session *session)
{
    const Lens *lens = &session->lens;
    if (!lens->has_step)
        return false;
    return session->look.panel == PANEL_MAP
               ? lens->step.access_bytes > BANK_WORD_BYTES
               : session->look.panel == PANEL_MEMORY && lens->step.instr->op == OP_MMA;
}
