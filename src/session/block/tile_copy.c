/* Every word of shared memory is noted with the element that was copied to it in this phase. Where all
 * copies of a matrix into an array keep their places beside each other, the words that were filled in
 * this phase show how far the tile reaches, also where it reaches beyond the matrix. */
#include "session/block/tile_copy.h"

#include "probe/memory/origin.h"
#include "probe/record/object.h"
#include "session/block/footprint.h"
#include "session/data/buffer.h"

#include <string.h>

typedef enum WordKind { WORD_UNUSED, WORD_FILLED, WORD_COPIED } WordKind;

typedef struct Word {
    WordKind kind;
    int buffer;
    int64_t element; /* scalar of the buffer */
} Word;

/* An array of shared memory. */
typedef struct Board {
    uint32_t phase, scalar_bytes;
    int64_t count, pitch; /* words; of them in a row, 0 where the array has one dimension */
    Word *words;
} Board;

struct TileCopies {
    const Program *program;
    const Launch *launch;
    OriginTable *origins;
    Board *boards; /* of each shared variable */
    TileSize *sizes;
};

static int64_t pitch_of(const SharedVariable *variable)
{
    const Type *type = variable->type;
    int64_t last = 0;
    while (type->kind == TYPE_ARRAY && type->element->kind == TYPE_ARRAY)
        type = type->element, last = (int64_t)type->length;
    return last;
}

TileCopies *tile_copies_new(Arena *arena, const Program *program, const Launch *launch)
{
    TileCopies *copies = ARENA_NEW(arena, TileCopies);
    *copies = (TileCopies){
        program,
        launch,
        .boards = ARENA_ARRAY(arena, Board, program->shared_count + 1),
        .sizes = ARENA_ARRAY(arena, TileSize, launch->buffer_count + 1),
    };
    if (!program->shared_count)
        return copies;
    copies->origins = arena_alloc(arena, origin_size(program, launch));
    origin_start(copies->origins, program, launch);
    for (int i = 0; i < program->shared_count; ++i) {
        Board *board = &copies->boards[i];
        uint32_t size = object_scalar_bytes(program, launch, SPACE_SHARED, (unsigned)i);
        uint64_t bytes = object_bytes(program, launch, SPACE_SHARED, (unsigned)i);
        board->scalar_bytes = size ? size : 1;
        board->count = (int64_t)(bytes / board->scalar_bytes);
        board->pitch = pitch_of(&program->shared[i]);
        board->words = ARENA_ARRAY(arena, Word, board->count + 1);
    }
    return copies;
}

/* ---- what a board shows at the end of a phase ---- */

/* How the words of one buffer lie: word = first + pitch * rows + columns from the first element. */
typedef struct Lie {
    int buffer;
    int64_t first, pitch, columns; /* columns: of the matrix */
    bool is_turned;
} Lie;

static int64_t first_copy(const Board *board, int buffer)
{
    for (int64_t i = 0; i < board->count; ++i)
        if (board->words[i].kind == WORD_COPIED && board->words[i].buffer == buffer)
            return i;
    return -1;
}

/* Of an array of one dimension: how far its words in a row are from those in the next one. */
static int64_t find_pitch(const Board *board, const Lie *lie)
{
    const Word *first = &board->words[lie->first];
    int64_t columns = lie->columns;
    for (int64_t i = lie->first + 1; i < board->count; ++i) {
        const Word *word = &board->words[i];
        if (word->kind != WORD_COPIED || word->buffer != lie->buffer)
            continue;
        int64_t rows = word->element / columns - first->element / columns;
        int64_t apart = i - lie->first - (word->element % columns - first->element % columns);
        if (rows)
            return apart % rows ? 0 : apart / rows;
    }
    return 0;
}

/* The element that belongs into a word; may lie outside the matrix. */
static int64_t element_in(const Board *board, const Lie *lie, int64_t at)
{
    int64_t from = board->pitch ? 0 : lie->first;
    int64_t down = (at - from) / lie->pitch - (lie->first - from) / lie->pitch;
    int64_t across = (at - from) % lie->pitch - (lie->first - from) % lie->pitch;
    return board->words[lie->first].element +
           (lie->is_turned ? across * lie->columns + down : down * lie->columns + across);
}

static bool is_lying_so(const Board *board, const Lie *lie)
{
    for (int64_t i = lie->first; i < board->count; ++i) {
        const Word *word = &board->words[i];
        bool is_own = word->kind == WORD_COPIED && word->buffer == lie->buffer;
        if (is_own && word->element != element_in(board, lie, i))
            return false;
    }
    return true;
}

static bool belongs(const Board *board, const Lie *lie, int64_t at)
{
    if (at >= board->count || board->words[at].kind == WORD_UNUSED)
        return false;
    const Word *word = &board->words[at];
    return word->kind == WORD_FILLED ||
           (word->buffer == lie->buffer && word->element == element_in(board, lie, at));
}

/* In an array for more than this tile: on from its first word as far as words belong to it. */
static Footprint walk(const Board *board, const Lie *lie)
{
    Footprint box = {0, 0, 0, 0, NULL};
    while (box.column_count < lie->pitch && belongs(board, lie, lie->first + box.column_count))
        ++box.column_count;
    while (belongs(board, lie, lie->first + box.row_count * lie->pitch))
        ++box.row_count;
    return box;
}

/* Rows and columns of an array that the tile has for itself. */
static Footprint bound(const Board *board, const Lie *lie)
{
    int64_t top = INT64_MAX, left = INT64_MAX, bottom = 0, right = 0;
    for (int64_t i = 0; i < board->count; ++i) {
        int64_t row = i / lie->pitch, column = i % lie->pitch;
        if (board->words[i].kind == WORD_UNUSED)
            continue;
        top = row < top ? row : top;
        left = column < left ? column : left;
        bottom = row + 1 > bottom ? row + 1 : bottom;
        right = column + 1 > right ? column + 1 : right;
    }
    return (Footprint){top, left, bottom - top, right - left, NULL};
}

static bool find_lie(const Board *board, Lie *lie)
{
    lie->first = first_copy(board, lie->buffer);
    if (lie->first < 0)
        return false;
    lie->pitch = board->pitch ? board->pitch : find_pitch(board, lie);
    if (lie->pitch <= 0)
        return false;
    if (is_lying_so(board, lie))
        return true;
    lie->is_turned = board->pitch > 0;
    return lie->is_turned && is_lying_so(board, lie);
}

static bool has_one_buffer(const Board *board, int buffer)
{
    for (int64_t i = 0; i < board->count; ++i)
        if (board->words[i].kind == WORD_COPIED && board->words[i].buffer != buffer)
            return false;
    return true;
}

static void find_size(TileCopies *copies, const Board *board, int buffer)
{
    int64_t rows;
    Lie lie = {.buffer = buffer};
    buffer_shape(&copies->launch->buffers[buffer], &rows, &lie.columns);
    if (rows < 1 || lie.columns < 1 || !copies->launch->buffers[buffer].rows ||
        !find_lie(board, &lie))
        return;
    bool is_alone = board->pitch && has_one_buffer(board, buffer);
    Footprint box = is_alone ? bound(board, &lie) : walk(board, &lie);
    int64_t start = is_alone ? box.row * lie.pitch + box.column : lie.first;
    int64_t element = element_in(board, &lie, start);
    int64_t tall = lie.is_turned ? box.column_count : box.row_count;
    int64_t wide = lie.is_turned ? box.row_count : box.column_count;
    TileSize *size = &copies->sizes[buffer];
    size->rows = tall > size->rows ? tall : size->rows;
    size->columns = wide > size->columns ? wide : size->columns;
    size->is_apart |= element < 0 || element / lie.columns % tall || element % lie.columns % wide;
}

static void finish(TileCopies *copies, Board *board)
{
    for (int i = 0; i < copies->launch->buffer_count; ++i)
        find_size(copies, board, i);
    memset(board->words, 0, sizeof *board->words * (size_t)board->count);
}

void tile_copies_finish(TileCopies *copies)
{
    for (int i = 0; i < copies->program->shared_count; ++i)
        finish(copies, &copies->boards[i]);
}

/* ---- noting ---- */

static void note_word(TileCopies *copies, const Board *board, int64_t at, uint32_t offset)
{
    Word *word = &board->words[at];
    Origin origin = origin_of_shared(copies->origins, offset);
    *word = (Word){WORD_UNUSED, -1, 0};
    if (origin.kind == ORIGIN_CONSTANT || origin.kind == ORIGIN_GLOBAL)
        word->kind = WORD_FILLED;
    if (origin.kind != ORIGIN_GLOBAL)
        return;
    word->buffer = launch_buffer_at(copies->launch, origin.at);
    if (word->buffer < 0)
        return;
    const Buffer *buffer = &copies->launch->buffers[word->buffer];
    word->kind = WORD_COPIED;
    word->element = (int64_t)((origin.at - buffer->offset_bytes) / buffer_scalar_bytes(buffer));
}

static void note_lane(TileCopies *copies, const Step *step, int lane)
{
    uint32_t at = (uint32_t)step->arena[lane], end = at + step->access_bytes;
    int variable = object_shared_at(copies->program, copies->launch, at);
    if (variable < 0)
        return;
    Board *board = &copies->boards[variable];
    uint32_t start = copies->program->shared[variable].offset_bytes;
    if (step->phase > board->phase)
        finish(copies, board);
    board->phase = step->phase > board->phase ? step->phase : board->phase;
    for (; at < end; at += board->scalar_bytes)
        if ((int64_t)((at - start) / board->scalar_bytes) < board->count)
            note_word(copies, board, (at - start) / board->scalar_bytes, at);
}

void tile_copies_fold(TileCopies *copies, const Machine *machine, const Step *step)
{
    uint32_t lost = step->fault == FAULT_SPACE ? step->fault_lanes : 0;
    uint32_t lanes = step->active & ~lost;
    if (!copies->origins || step->fault == FAULT_STEP_LIMIT)
        return;
    Fold fold = {
        .program = copies->program, .launch = copies->launch, .machine = machine, .step = step};
    origin_fold(copies->origins, &fold, lanes);
    if (step->instr->op != OP_STORE || step->space != SPACE_SHARED)
        return;
    for (lanes &= ~step->outside; lanes; lanes &= lanes - 1)
        note_lane(copies, step, __builtin_ctz(lanes));
}

TileSize tile_copies_size(const TileCopies *copies, int buffer)
{
    return copies && buffer < copies->launch->buffer_count ? copies->sizes[buffer] : (TileSize){0};
}
