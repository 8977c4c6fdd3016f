/* The log tells which words the lanes of a load touched, the trace which of its steps are that
 * load. */
#include "session/rerun/corner.h"

static const TileCorner NO_CORNER = {-1, -1};

bool corner_shape(const SharedVariable *variable, uint32_t *rows, uint32_t *columns)
{
    const Type *type = variable->type;
    if (variable->is_extern || type->kind != TYPE_ARRAY || type->element->kind != TYPE_ARRAY ||
        type->element->element->kind != TYPE_SCALAR)
        return false;
    *rows = type->length;
    *columns = type->element->length;
    return true;
}

/* The first access that the block made with the instruction, or NULL. */
static const AccessRecord *first_access(const Footprints *footprints, int pc)
{
    const StepTrace *trace = footprints->trace;
    const AccessLog *log = footprints->log;
    for (int step = 0; step < trace->count; ++step) {
        if (trace->steps[step].pc != (uint32_t)pc)
            continue;
        int at = access_log_find(log, (uint64_t)step);
        bool is_there = at < log->count && log->records[at].step == (uint64_t)step;
        return is_there && log->records[at].space == SPACE_SHARED ? &log->records[at] : NULL;
    }
    return NULL;
}

static int variable_at(const Program *program, uint64_t offset_bytes)
{
    for (int i = 0; i < program->shared_count; ++i) {
        const SharedVariable *variable = &program->shared[i];
        if (offset_bytes - variable->offset_bytes < variable->type->size_bytes)
            return i;
    }
    return -1;
}

/* The array that all lanes read, and whether each lane reads in the row, or in the column, of its
 * own thread. */
typedef struct Reading {
    int variable; /* -1: none, or several */
    bool in_own_row, in_own_column;
} Reading;

static Reading reading_of(const Program *program, Dim3 block, const AccessRecord *record)
{
    uint32_t rows, columns;
    Reading reading = {variable_at(program, record->base), true, true};
    if (reading.variable < 0 || !corner_shape(&program->shared[reading.variable], &rows, &columns))
        return (Reading){-1, false, false};
    const SharedVariable *variable = &program->shared[reading.variable];
    uint32_t bytes = scalar_size_bytes(variable->type->element->element->scalar);
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        if (!(record->lanes >> lane & 1))
            continue;
        uint64_t at = record->base + record->offset[lane];
        if (variable_at(program, at) != reading.variable)
            return (Reading){-1, false, false};
        uint32_t element = (uint32_t)(at - variable->offset_bytes) / bytes;
        uint32_t thread = record->warp * WARP_LANES + lane;
        reading.in_own_row &= element / columns == thread / block.x;
        reading.in_own_column &= element % columns == thread % block.x;
    }
    return reading;
}

static bool is_as_high_and_wide(const Program *program, Dim3 block, TileCorner corner)
{
    uint32_t rows, columns, left_rows, left_columns;
    return corner_shape(&program->shared[corner.left], &left_rows, &left_columns) &&
           corner_shape(&program->shared[corner.above], &rows, &columns) && left_rows == block.y &&
           columns >= block.x && columns <= block.x + 1;
}

static TileCorner corner_of(const Program *program, Dim3 block, const Footprints *footprints,
                            const Accumulation *item)
{
    if (item->kind != ACCUMULATION_PRODUCT || item->x.load == NO_LOAD || item->y.load == NO_LOAD)
        return NO_CORNER;
    const AccessRecord *x = first_access(footprints, item->x.load);
    const AccessRecord *y = first_access(footprints, item->y.load);
    if (!x || !y)
        return NO_CORNER;
    Reading a = reading_of(program, block, x), b = reading_of(program, block, y);
    if (a.variable < 0 || b.variable < 0 || a.variable == b.variable)
        return NO_CORNER;
    TileCorner corner = a.in_own_row && b.in_own_column   ? (TileCorner){a.variable, b.variable}
                        : b.in_own_row && a.in_own_column ? (TileCorner){b.variable, a.variable}
                                                          : NO_CORNER;
    return corner.left >= 0 && is_as_high_and_wide(program, block, corner) ? corner : NO_CORNER;
}

TileCorner corner_find(const Accumulators *accumulators, const Launch *launch,
                       const Footprints *footprints)
{
    const Program *program = accumulators->program;
    Dim3 block = launch->block;
    if (program->shared_count != 2 || block.z > 1 || block.y < 2 || !footprints->log)
        return NO_CORNER;
    const Accumulations *all = &accumulators->accumulations;
    for (int i = 0; i < all->count; ++i) {
        TileCorner corner = corner_of(program, block, footprints, &all->items[i]);
        if (corner.left >= 0)
            return corner;
    }
    return NO_CORNER;
}
