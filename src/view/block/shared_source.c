/* The words of an array are put into pieces: words of one piece were loaded from one buffer, and
 * lie there as they lie in the array, or with rows and columns exchanged. */
#include "view/block/shared.h"

#include "session/data/buffer.h"
#include "view/values/values.h"

#include <string.h>

enum { PIECES_MOST = 2 }; /* that are told apart; of more, all that they span */

typedef struct At {
    int64_t row, column;
} At;

/* Rows and columns of a buffer, and where the array's own row and column 0 would be in it, straight
 * and turned, as far as all words of the piece agree. */
typedef struct Piece {
    int buffer;
    At first, last, straight, turned;
    bool is_straight, is_turned;
} Piece;

typedef struct Pieces {
    Piece items[PIECES_MOST + 1]; /* the last one is all of them */
    int count;                    /* PIECES_MOST + 1: there are more */
    bool has_computed;            /* and other values, too */
} Pieces;

static At behind(At place, int64_t row, int64_t column)
{
    return (At){place.row - row, place.column - column};
}

static bool is_same(At a, At b)
{
    return a.row == b.row && a.column == b.column;
}

static void widen(Piece *piece, At from)
{
    piece->first.row = from.row < piece->first.row ? from.row : piece->first.row;
    piece->first.column = from.column < piece->first.column ? from.column : piece->first.column;
    piece->last.row = from.row > piece->last.row ? from.row : piece->last.row;
    piece->last.column = from.column > piece->last.column ? from.column : piece->last.column;
}

/* A word at a place of the array, if it is of this piece. */
static bool takes(Piece *piece, int buffer, At at, At from)
{
    bool is_straight =
        piece->is_straight && is_same(behind(from, at.row, at.column), piece->straight);
    bool is_turned = piece->is_turned && is_same(behind(from, at.column, at.row), piece->turned);
    if (piece->buffer != buffer || !(is_straight || is_turned))
        return false;
    piece->is_straight = is_straight;
    piece->is_turned = is_turned;
    widen(piece, from);
    return true;
}

static void add(Pieces *pieces, int buffer, At at, At from)
{
    Piece *all = &pieces->items[PIECES_MOST];
    if (!pieces->count)
        *all = (Piece){.buffer = buffer, .first = from, .last = from};
    all->buffer = all->buffer == buffer ? buffer : -1;
    widen(all, from);
    for (int i = 0; i < pieces->count && i < PIECES_MOST; ++i)
        if (takes(&pieces->items[i], buffer, at, from))
            return;
    if (pieces->count < PIECES_MOST)
        pieces->items[pieces->count] = (Piece){
            buffer, from, from, behind(from, at.row, at.column), behind(from, at.column, at.row),
            true,   true};
    pieces->count += pieces->count <= PIECES_MOST;
}

/* Where in its buffer a byte of global memory lies. */
static void add_origin(const View *view, Pieces *pieces, At at, uint64_t byte)
{
    int buffer = launch_buffer_at(view->launch, byte);
    if (buffer < 0)
        return;
    const Buffer *from = &view->launch->buffers[buffer];
    int64_t element = (int64_t)((byte - from->offset_bytes) / buffer_scalar_bytes(from));
    int64_t columns = from->rows ? (int64_t)from->cols : INT64_MAX;
    add(pieces, buffer, at, (At){element / columns, element % columns});
}

/* "[0..7]", of one element "[0]". */
static const char *range_text(View *view, int64_t first, int64_t last)
{
    return first == last
               ? arena_printf(view->arena, "[%lld]", (long long)first)
               : arena_printf(view->arena, "[%lld..%lld]", (long long)first, (long long)last);
}

static const char *piece_text(View *view, const Piece *piece)
{
    const Buffer *from = &view->launch->buffers[piece->buffer];
    const char *rows = range_text(view, piece->first.row, piece->last.row);
    const char *columns = range_text(view, piece->first.column, piece->last.column);
    if (!from->rows)
        return arena_printf(view->arena, "%s%s", from->name, columns);
    return arena_printf(view->arena, "%s%s%s", from->name, from->is_transposed ? columns : rows,
                        from->is_transposed ? rows : columns);
}

static Pieces find_pieces(const View *view, int variable)
{
    const CellGrid *grid = &view->shared[variable];
    const SharedVariable *source = &view->program->shared[variable];
    uint32_t size = scalar_size_bytes(shared_scalar(source));
    Pieces pieces = {.count = 0};
    for (int64_t i = 0; i < grid->rows * grid->columns && grid->group == 1; ++i) {
        uint32_t offset = source->offset_bytes + (uint32_t)i * size;
        if (!excerpt_holds(grid, i) || !machine_shared_set(view->machine)[offset])
            continue;
        Origin origin = probe_shared_origin(view->probe, offset);
        At at = {i / grid->columns, i % grid->columns};
        if (origin.kind == ORIGIN_GLOBAL)
            add_origin(view, &pieces, at, origin.at);
        pieces.has_computed |= origin.kind == ORIGIN_COMPUTED;
    }
    return pieces;
}

const char *shared_source_text(View *view, int variable, bool is_brief)
{
    const Pieces pieces = find_pieces(view, variable);
    const Piece *all = &pieces.items[PIECES_MOST];
    bool are_many = pieces.count > PIECES_MOST;
    if (!pieces.count || (are_many && all->buffer < 0))
        return NULL;
    const char *text = piece_text(view, are_many ? all : &pieces.items[0]);
    for (int i = 1; i < pieces.count && !are_many; ++i)
        text = arena_printf(view->arena, "%s, %s", text, piece_text(view, &pieces.items[i]));
    return pieces.has_computed && !is_brief ? view_format(view, STRING_SHARED_COMPUTED, text)
                                            : text;
}
