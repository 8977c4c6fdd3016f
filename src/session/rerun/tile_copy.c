/* Every word of shared memory is noted with the element that was copied to it in this phase; at the
 * end of the phase the tiles are read from that (copied_tile.h). Where a value comes from is known
 * for every register and word, since the origins of the whole block are followed along. */
#include "session/rerun/tile_copy.h"

#include "probe/memory/origin.h"
#include "probe/record/object.h"
#include "session/data/buffer.h"
#include "session/rerun/copied_tile.h"

#include <string.h>

/* What was copied to an array of shared memory in a phase. */
typedef struct PhaseCopies {
    uint32_t phase, scalar_bytes; /* scalar_bytes: of one word */
    CopiedArray array;
} PhaseCopies;

struct TileCopies {
    const Program *program;
    const Launch *launch;
    OriginTable *origins; /* NULL: the kernel has no shared memory */
    PhaseCopies *arrays;  /* of each shared variable */
    TileSize *sizes;      /* of each buffer */
};

/* Words of a row of an array that has rows; else 0. */
static int64_t row_length(const SharedVariable *variable)
{
    const Type *type = variable->type;
    int64_t length = 0;
    while (type->kind == TYPE_ARRAY && type->element->kind == TYPE_ARRAY) {
        type = type->element;
        length = (int64_t)type->length;
    }
    return length;
}

TileCopies *tile_copies_new(Arena *arena, const Program *program, const Launch *launch)
{
    TileCopies *copies = ARENA_NEW(arena, TileCopies);
    copies->program = program;
    copies->launch = launch;
    copies->arrays = ARENA_ARRAY(arena, PhaseCopies, program->shared_count + 1);
    copies->sizes = ARENA_ARRAY(arena, TileSize, launch->buffer_count + 1);
    if (!program->shared_count)
        return copies;
    copies->origins = arena_alloc(arena, origin_size(program, launch));
    origin_start(copies->origins, program, launch);
    for (int i = 0; i < program->shared_count; ++i) {
        uint32_t size = object_scalar_bytes(program, launch, SPACE_SHARED, (unsigned)i);
        uint64_t bytes = object_bytes(program, launch, SPACE_SHARED, (unsigned)i);
        PhaseCopies *here = &copies->arrays[i];
        here->scalar_bytes = size ? size : 1;
        here->array.count = (int64_t)(bytes / here->scalar_bytes);
        here->array.pitch = row_length(&program->shared[i]);
        here->array.words = ARENA_ARRAY(arena, CopiedWord, here->array.count + 1);
    }
    return copies;
}

/* ---- the end of a phase ---- */

/* The largest tile that was seen counts; one that does not begin at a multiple of its size is apart
 * from the others. */
static void note_tile(TileSize *size, const CopiedTile *tile, int64_t columns)
{
    int64_t row = tile->element / columns, column = tile->element % columns;
    size->rows = tile->rows > size->rows ? tile->rows : size->rows;
    size->columns = tile->columns > size->columns ? tile->columns : size->columns;
    size->is_apart |= tile->element < 0 || row % tile->rows || column % tile->columns;
}

/* What the array shows is noted of every matrix, and the array is empty again. */
static void end_phase(TileCopies *copies, PhaseCopies *here)
{
    for (int i = 0; i < copies->launch->buffer_count; ++i) {
        const Buffer *buffer = &copies->launch->buffers[i];
        int64_t rows, columns;
        CopiedTile tile;
        buffer_shape(buffer, &rows, &columns);
        if (buffer->rows && rows > 0 && columns > 0 &&
            copied_tile_find(&here->array, i, columns, &tile))
            note_tile(&copies->sizes[i], &tile, columns);
    }
    memset(here->array.words, 0, sizeof *here->array.words * (size_t)here->array.count);
}

void tile_copies_finish(TileCopies *copies)
{
    for (int i = 0; i < copies->program->shared_count; ++i)
        end_phase(copies, &copies->arrays[i]);
}

/* ---- the steps of a phase ---- */

/* What a store has put into the word of shared memory at a byte: what the value is a copy of. */
static CopiedWord copied_word(const TileCopies *copies, uint32_t at)
{
    Origin origin = origin_of_shared(copies->origins, at);
    CopiedWord word = {COPIED_NOTHING, -1, 0};
    if (origin.kind == ORIGIN_CONSTANT || origin.kind == ORIGIN_GLOBAL)
        word.kind = COPIED_FILL;
    if (origin.kind == ORIGIN_GLOBAL)
        word.buffer = launch_buffer_at(copies->launch, origin.at);
    if (word.buffer < 0)
        return word;
    const Buffer *buffer = &copies->launch->buffers[word.buffer];
    word.kind = COPIED_ELEMENT;
    word.element = (int64_t)((origin.at - buffer->offset_bytes) / buffer_scalar_bytes(buffer));
    return word;
}

/* The words that one lane of a store has written. */
static void note_store(TileCopies *copies, const Step *step, int lane)
{
    uint32_t at = (uint32_t)step->arena[lane], end = at + step->access_bytes;
    int variable = object_shared_at(copies->program, copies->launch, at);
    if (variable < 0)
        return;
    PhaseCopies *here = &copies->arrays[variable];
    uint32_t start = copies->program->shared[variable].offset_bytes;
    if (step->phase > here->phase) {
        end_phase(copies, here);
        here->phase = step->phase;
    }
    for (; at < end; at += here->scalar_bytes) {
        int64_t index = (at - start) / here->scalar_bytes;
        if (index < here->array.count)
            here->array.words[index] = copied_word(copies, at);
    }
}

void tile_copies_fold(TileCopies *copies, const Machine *machine, const Step *step)
{
    uint32_t lanes = step_lanes_placed(step);
    if (!copies->origins || step->fault == FAULT_STEP_LIMIT)
        return;
    Fold fold = {
        .program = copies->program, .launch = copies->launch, .machine = machine, .step = step};
    origin_fold(copies->origins, &fold, lanes);
    if (step->instr->op != OP_STORE || step->space != SPACE_SHARED)
        return;
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1)
        note_store(copies, step, __builtin_ctz(lanes));
}

TileSize tile_copies_size(const TileCopies *copies, int buffer)
{
    return copies && buffer < copies->launch->buffer_count ? copies->sizes[buffer] : (TileSize){0};
}
