/* The pieces of a buffer's history cover all of it, so that whatever happens is laid over them. The
 * hard idea: that nothing has set a part is a proof, so all that is not followed and could reach
 * the buffer opens it, and only code that the program certainly comes by sets anything. */
#include "host/value/history.h"

#include "host/scan.h"

#include <string.h>

enum { REACH_LIMIT = 6 }; /* pointers behind each other */

/* Makes a border at a byte, and returns the index of the piece that begins there. */
static int split(HostScan *scan, HostAllocation *of, int64_t at)
{
    int i = 0;
    while (i < of->piece_count && of->history[i].to <= at)
        ++i;
    if (i == of->piece_count || of->history[i].from == at)
        return i;
    (void)ARENA_PUSH(scan->arena, of->history, of->piece_count, of->piece_capacity);
    memmove(&of->history[i + 1], &of->history[i],
            sizeof *of->history * (size_t)(of->piece_count - 1 - i));
    of->history[i].to = of->history[i + 1].from = at;
    return i + 1;
}

static void remove_pieces(HostAllocation *of, int first, int end)
{
    memmove(&of->history[first], &of->history[end],
            sizeof *of->history * (size_t)(of->piece_count - end));
    of->piece_count -= end - first;
}

static bool are_alike(const HostPiece *a, const HostPiece *b)
{
    return a->by == b->by && a->byte == b->byte;
}

static void lay_over(HostScan *scan, HostAllocation *of, HostPiece piece)
{
    if (!of->piece_count || piece.from >= piece.to)
        return;
    if (of->piece_count >= HOST_PIECE_LIMIT)
        piece = (HostPiece){0, INT64_MAX, HOST_SET_OPEN, 0};
    int first = split(scan, of, piece.from), end = split(scan, of, piece.to);
    of->history[first] = piece;
    remove_pieces(of, first + 1, end);
    if (first + 1 < of->piece_count && are_alike(&of->history[first + 1], &piece)) {
        of->history[first].to = of->history[first + 1].to;
        remove_pieces(of, first + 1, first + 2);
    }
    if (first && are_alike(&of->history[first - 1], &piece)) {
        of->history[first - 1].to = of->history[first].to;
        remove_pieces(of, first, first + 1);
    }
}

static void lay_over_all(HostScan *scan, int allocation, HostSetBy by)
{
    if (!scan->dead)
        lay_over(scan, &scan->allocations[allocation], (HostPiece){0, INT64_MAX, by, 0});
}

void host_history_begin(HostScan *scan, int allocation, bool is_plain)
{
    HostAllocation *of = &scan->allocations[allocation];
    HostSetBy by = is_plain && !scan->uncertain && !scan->dead ? HOST_SET_NEVER : HOST_SET_OPEN;
    of->is_plain = by == HOST_SET_NEVER;
    of->root = scan->roots;
    of->piece_count = 0;
    *ARENA_PUSH(scan->arena, of->history, of->piece_count, of->piece_capacity) =
        (HostPiece){0, INT64_MAX, by, 0};
}

static bool whole_number(const HostValue *value, int64_t *out)
{
    *out = value ? value->integer : 1;
    return !value || (host_is_known(value) && !scalar_is_float(value->type) && *out >= 0);
}

/* Bytes from the start of the buffer; false: not known. */
static bool place_of(const HostValue *pointer, int64_t *at)
{
    int64_t size = host_element_bytes(&pointer->element);
    return (!pointer->offset || size) && !__builtin_mul_overflow(pointer->offset, size, at) &&
           *at >= 0;
}

/* An extent whose numbers are known, behind a place; rows without gaps are one. */
typedef struct Rows {
    int64_t at, bytes, pitch, rows;
} Rows;

static bool read_rows(const HostScan *scan, const HostValue *to, HostExtent extent, Rows *out)
{
    int64_t end;
    bool is_known = whole_number(extent.bytes, &out->bytes) &&
                    whole_number(extent.pitch, &out->pitch) &&
                    whole_number(extent.rows, &out->rows) && place_of(to, &out->at) &&
                    !scan->uncertain && !__builtin_mul_overflow(out->pitch, out->rows, &end) &&
                    !__builtin_add_overflow(end, out->at, &end) &&
                    !__builtin_add_overflow(end, out->bytes, &end);
    if (is_known && extent.pitch && out->pitch == out->bytes) {
        out->bytes *= out->rows;
        out->rows = 1;
    }
    return is_known && out->rows <= HOST_PIECE_LIMIT;
}

bool host_history_overruns(const HostScan *scan, const HostValue *to, HostExtent extent,
                           int64_t *end, int64_t *size)
{
    Rows rows;
    const HostAllocation *of = to->kind == HOST_DEVICE ? &scan->allocations[to->object] : NULL;
    if (!of || !of->is_plain || !whole_number(&of->bytes, size) ||
        !read_rows(scan, to, extent, &rows) || !rows.rows || !rows.bytes)
        return false;
    *end = rows.at + (rows.rows - 1) * rows.pitch + rows.bytes;
    return *end > *size;
}

/* What is doubtful is open as far as it would reach, or all of it. */
static void lay_doubtful(HostScan *scan, const HostValue *to, HostExtent extent)
{
    int64_t at, bytes;
    bool is_known = !extent.pitch && whole_number(extent.bytes, &bytes) && place_of(to, &at) &&
                    bytes <= INT64_MAX - at;
    if (is_known)
        lay_over(scan, &scan->allocations[to->object],
                 (HostPiece){at, at + bytes, HOST_SET_OPEN, 0});
    else
        lay_over_all(scan, to->object, HOST_SET_OPEN);
}

void host_history_set(HostScan *scan, const HostValue *to, HostExtent extent, HostSetBy by,
                      uint8_t byte)
{
    Rows rows;
    if (to->kind != HOST_DEVICE || scan->dead)
        return;
    if (!read_rows(scan, to, extent, &rows)) {
        lay_doubtful(scan, to, extent);
        return;
    }
    for (int64_t i = 0; i < rows.rows; ++i, rows.at += rows.pitch)
        lay_over(scan, &scan->allocations[to->object],
                 (HostPiece){rows.at, rows.at + rows.bytes, by, byte});
}

void host_history_copy(HostScan *scan, const HostValue *to, const HostValue *from,
                       HostExtent extent)
{
    Rows rows;
    int64_t start;
    HostHistory source = {0};
    if (from->kind == HOST_DEVICE && to->kind == HOST_DEVICE)
        source = host_history_told(scan, from->object);
    if (!source.count || !read_rows(scan, to, extent, &rows) || rows.rows > 1 ||
        !place_of(from, &start)) {
        host_history_set(scan, to, extent, source.count ? HOST_SET_OPEN : HOST_SET_COPY, 0);
        return;
    }
    for (int i = 0; i < source.count; ++i) {
        HostPiece piece = source.pieces[i];
        int64_t first = piece.from > start ? piece.from - start : 0;
        int64_t last = piece.to - start < rows.bytes ? piece.to - start : rows.bytes;
        piece.by = piece.by == HOST_SET_LAUNCH ? HOST_SET_OPEN : piece.by;
        piece.from = rows.at + first;
        piece.to = rows.at + last;
        lay_over(scan, &scan->allocations[to->object], piece);
    }
}

/* ---- what a value leads to ---- */

typedef struct Reach {
    HostSetBy by;
    int visit;
} Reach;

static void reach(HostScan *scan, const HostValue *value, const Reach *what, int depth);

static void reach_allocation(HostScan *scan, int allocation, const Reach *what)
{
    lay_over_all(scan, allocation, what->by);
    if (what->visit && !scan->dead)
        scan->allocations[allocation].visit = what->visit;
}

static void reach_memory(HostScan *scan, int memory, const Reach *what, int depth)
{
    for (int i = 0; memory && i < scan->memories[memory - 1].pointer_count; ++i) {
        HostValue kept = scan->memories[memory - 1].pointers[i].value;
        reach(scan, &kept, what, depth + 1);
    }
}

/* The variable and what is a part of it: "a.x", "a[3]". */
static void reach_variable(HostScan *scan, int var, const Reach *what, int depth)
{
    const char *name = scan->vars[var].name;
    size_t length = strlen(name);
    HostValue value = scan->vars[var].value;
    if (value.kind == HOST_NUMBER || value.kind == HOST_DIM3)
        return;
    scan->work += scan->var_count / HOST_FOUND_PER_WORK;
    value.var = -1;
    reach(scan, &value, what, depth + 1);
    for (int i = host_first_beside(scan, var); i < scan->var_count; ++i) {
        const char *path = scan->vars[i].name;
        if (!scan->vars[i].is_path || strncmp(path, name, length) != 0 ||
            (path[length] != '.' && path[length] != '['))
            continue;
        value = scan->vars[i].value;
        value.var = -1;
        reach(scan, &value, what, depth + 1);
    }
}

static void reach(HostScan *scan, const HostValue *value, const Reach *what, int depth)
{
    if (depth > REACH_LIMIT)
        return;
    if (value->kind == HOST_DEVICE) {
        reach_allocation(scan, value->object, what);
        reach_memory(scan, scan->allocations[value->object].memory, what, depth);
    } else if (value->kind == HOST_STRUCT) {
        for (int i = 0; i < scan->objects[value->object].count; ++i)
            reach(scan, &scan->objects[value->object].members[i].value, what, depth + 1);
    } else if (value->kind == HOST_ADDRESS && value->object < scan->var_count) {
        reach_variable(scan, value->object, what, depth);
    } else if (value->kind == HOST_UNKNOWN || value->kind == HOST_ARRAY) {
        reach_memory(scan, value->memory, what, depth);
        if (value->var >= 0)
            reach_variable(scan, value->var, what, depth);
    }
}

void host_history_launched(HostScan *scan, const HostValue *value, int visit)
{
    Reach what = {visit ? HOST_SET_LAUNCH : HOST_SET_OPEN, visit};
    reach(scan, value, &what, 0);
}

void host_history_doubt(HostScan *scan, const HostValue *value)
{
    host_history_launched(scan, value, 0);
}

void host_history_doubt_all(HostScan *scan)
{
    for (int i = 0; i < scan->allocation_count; ++i)
        lay_over_all(scan, i, HOST_SET_OPEN);
}

void host_history_doubt_named(HostScan *scan, int at, int end)
{
    for (; at < end && !scan->dead; ++at) {
        const Token *name = &scan->tokens[at];
        if (name->kind != TOKEN_NAME)
            continue;
        int var = host_var_find(scan, name->text, name->length);
        const HostFunction *called = NULL;
        if (var >= 0 && scan->vars[var].value.kind == HOST_FUNCTION)
            called = &scan->functions[scan->vars[var].value.object];
        else if (var >= 0)
            reach_variable(scan, var, &(Reach){HOST_SET_OPEN, 0}, 0);
        else if (host_is_at(scan, at + 1, "("))
            called = host_function_find(scan, name->text, name->length, -1);
        if (called && called->is_interesting && !called->is_device)
            host_history_doubt_all(scan);
    }
}

HostHistory host_history_told(HostScan *scan, int allocation)
{
    const HostAllocation *of = &scan->allocations[allocation];
    size_t size = sizeof *of->history * (size_t)of->piece_count;
    if (scan->uncertain || scan->dead || of->root != scan->roots || !of->piece_count)
        return (HostHistory){0};
    return (HostHistory){arena_copy(scan->arena, of->history, size), of->piece_count, of->visit};
}
