/* Subscripts come from the shape of a buffer or the type of an array, members from the type of its
 * elements. */
#include "probe/sentences/place.h"

#include "probe/record/object.h"

#include <stdlib.h>
#include <string.h>

enum { DIMENSION_LIMIT = 4, RUN_LIMIT = 4 };

/* lengths[0] varies slowest and is not checked. */
typedef struct Layout {
    const char *name;
    uint64_t lengths[DIMENSION_LIMIT]; /* in elements */
    int count;
    const Type *element; /* NULL: a scalar */
    int64_t size;        /* bytes of an element */
    uint64_t elements;
    bool is_transposed; /* the subscripts stand in the order of the matrix, not of memory */
} Layout;

/* Elements of an object, first..last; of one alone perhaps only so many bytes of it. */
typedef struct Run {
    int64_t first, last;
    int64_t within;
    int64_t bytes; /* 0: all of it */
} Run;

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* ---- layouts ---- */

static void lay_out_type(Layout *layout, const Type *type)
{
    for (; type->kind == TYPE_ARRAY; type = type->element)
        if (layout->count < DIMENSION_LIMIT)
            layout->lengths[layout->count++] = type->length;
        else
            layout->lengths[layout->count - 1] *= type->length;
}

static void lay_out_buffer(Layout *layout, const Buffer *buffer)
{
    uint64_t scalars = (uint64_t)layout->size / scalar_size_bytes(buffer->type);
    layout->name = buffer->name;
    layout->is_transposed = buffer->is_transposed;
    if (buffer->rows)
        layout->lengths[layout->count++] = buffer->rows;
    layout->lengths[layout->count++] = buffer->rows ? buffer->cols / scalars : layout->elements;
}

static Layout layout_of(const Program *program, const Launch *launch, Space space, int object)
{
    Layout layout = {.name = "?", .element = object_element(program, launch, space, object)};
    if (layout.element && layout.element->kind != TYPE_STRUCT)
        layout.element = NULL;
    layout.size = layout.element ? layout.element->size_bytes
                                 : object_scalar_bytes(program, launch, space, (unsigned)object);
    layout.size = layout.size ? layout.size : 1;
    layout.elements =
        object_bytes(program, launch, space, (unsigned)object) / (uint64_t)layout.size;
    if (space == SPACE_GLOBAL && object >= 0 && object < launch->buffer_count) {
        lay_out_buffer(&layout, &launch->buffers[object]);
    } else if (space == SPACE_SHARED && object >= 0 && object < program->shared_count) {
        layout.name = program->shared[object].name;
        lay_out_type(&layout, program->shared[object].type);
    } else if (space == SPACE_LOCAL && object >= 0 && object < program->local_count) {
        layout.name = program->locals[object].name;
        lay_out_type(&layout, program->locals[object].type);
    } else if (object_unset(program, space, object)) {
        layout.name = object_unset(program, space, object)->name;
        layout.elements = 1;
    }
    return layout;
}

static bool layout_holds(const Layout *layout, int64_t index)
{
    return index >= 0 && (uint64_t)index < layout->elements;
}

const char *place_name(const Program *program, const Launch *launch, Space space, int object)
{
    return layout_of(program, launch, space, object).name;
}

uint64_t place_elements(const Program *program, const Launch *launch, Space space, int object)
{
    return layout_of(program, launch, space, object).elements;
}

int64_t place_index(const Program *program, const Launch *launch, Space space, int object,
                    int64_t offset_bytes)
{
    return floor_divide(offset_bytes, layout_of(program, launch, space, object).size);
}

/* ---- one run ---- */

static const Field *field_at(const Type *type, int64_t at)
{
    for (int i = 0; i < type->field_count; ++i) {
        int64_t start = type->fields[i].offset_bytes;
        if (at >= start && at < start + type->fields[i].type->size_bytes)
            return &type->fields[i];
    }
    return NULL;
}

/* ".force.x" for so many bytes at an offset of a type: down to the part that holds them all. Bytes
 * of several members are told by the first and the last, those between members not at all. */
static const char *path_text(Arena *arena, const Type *type, int64_t at, int64_t bytes)
{
    const char *text = "";
    while (type->kind == TYPE_STRUCT || type->kind == TYPE_ARRAY) {
        if (type->kind == TYPE_ARRAY) {
            int64_t size = type->element->size_bytes ? type->element->size_bytes : 1;
            if (at % size + bytes > size)
                return text;
            text = arena_printf(arena, "%s[%lld]", text, (long long)(at / size));
            at %= size;
            type = type->element;
            continue;
        }
        const Field *first = field_at(type, at), *last = field_at(type, at + bytes - 1);
        if (!first || !last || (at == 0 && bytes >= type->size_bytes))
            return text;
        text = arena_printf(arena, "%s.%s", text, first->name);
        if (first != last)
            return arena_printf(arena, "%s..%s", text, last->name);
        at -= first->offset_bytes;
        type = first->type;
        if (at == 0 && bytes == type->size_bytes)
            return text;
    }
    return text;
}

/* The text of a run, which lies in one row. */
static const char *run_text(Arena *arena, const Layout *layout, Run run)
{
    bool flat = !layout_holds(layout, run.first);
    int64_t rest = run.first, width = run.last - run.first + 1;
    const char *text = "";
    for (int i = flat ? 0 : layout->count - 1; i >= 0; --i) {
        int64_t length = i > 0 && !flat ? (int64_t)layout->lengths[i] : 0;
        int64_t index = length ? rest % length : rest;
        rest = length ? rest / length : 0;
        const char *one = width > 1 ? arena_printf(arena, "[%lld..%lld]", (long long)index,
                                                   (long long)(index + width - 1))
                                    : arena_printf(arena, "[%lld]", (long long)index);
        text = arena_printf(arena, "%s%s", layout->is_transposed ? text : one,
                            layout->is_transposed ? one : text);
        width = 1;
    }
    if (!layout->element || !run.bytes)
        return text;
    return arena_printf(arena, "%s%s", text,
                        path_text(arena, layout->element, run.within, run.bytes));
}

/* bytes 0: those of the scalar there. */
static Run run_of(const Layout *layout, int64_t offset, int64_t bytes)
{
    int64_t end = offset + (bytes > 0 ? bytes : 1);
    Run run = {floor_divide(offset, layout->size), floor_divide(end - 1, layout->size), 0, 0};
    int64_t within = offset - run.first * layout->size;
    if (run.first == run.last && (end - offset < layout->size)) {
        run.within = within;
        run.bytes = end - offset;
    }
    return run;
}

const char *place_subscripts(Arena *arena, const Program *program, const Launch *launch,
                             Space space, int object, int64_t offset_bytes, uint32_t bytes)
{
    Layout layout = layout_of(program, launch, space, object);
    Run run = run_of(&layout, offset_bytes, bytes);
    run.last = run.first;
    return run_text(arena, &layout, run);
}

const char *place_text(Arena *arena, const Program *program, const Launch *launch, Space space,
                       int object, int64_t offset_bytes, uint32_t bytes)
{
    return arena_printf(
        arena, "%s%s", place_name(program, launch, space, object),
        place_subscripts(arena, program, launch, space, object, offset_bytes, bytes));
}

/* ---- lists ---- */

/* What one lane touches, or several whose bytes lie side by side. */
typedef struct Piece {
    unsigned object;
    int64_t offset, bytes;
} Piece;

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static int collect(const Step *step, uint32_t lanes, Piece pieces[WARP_LANES])
{
    int count = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t address = step->address[__builtin_ctz(lanes)];
        pieces[count++] =
            (Piece){address_object(address), address_offset_bytes(address), step->access_bytes};
    }
    qsort(pieces, (size_t)count, sizeof *pieces, compare_pieces);
    return count;
}

/* Runs never go from one row into the next, nor out of an object. */
static bool is_one_row(const Layout *layout, int64_t a, int64_t b)
{
    bool inside = layout_holds(layout, a);
    if (inside != layout_holds(layout, b))
        return false;
    uint64_t length = layout->count > 1 ? layout->lengths[layout->count - 1] : 0;
    return !inside || !length || (uint64_t)a / length == (uint64_t)b / length;
}

/* Draws the pieces from *at on together that lie side by side. */
static Run take_piece(const Layout *layout, const Piece *pieces, int count, int *at)
{
    Piece whole = pieces[(*at)++];
    for (; *at < count && pieces[*at].object == whole.object; ++*at) {
        const Piece *next = &pieces[*at];
        int64_t end = whole.offset + whole.bytes;
        if (next->offset > end || !is_one_row(layout, floor_divide(whole.offset, layout->size),
                                              floor_divide(next->offset, layout->size)))
            break;
        if (next->offset + next->bytes > end)
            whole.bytes = next->offset + next->bytes - whole.offset;
    }
    return run_of(layout, whole.offset, whole.bytes);
}

/* The same part of the next element, or the elements behind the last. */
static bool continues(const Layout *layout, const Run *run, const Run *next)
{
    return next->first <= run->last + 1 && next->within == run->within &&
           next->bytes == run->bytes && is_one_row(layout, run->first, next->first);
}

const char *place_list(Arena *arena, Language language, const Program *program,
                       const Launch *launch, const Step *step, uint32_t lanes)
{
    Piece pieces[WARP_LANES];
    int count = collect(step, lanes, pieces), runs = 0;
    const char *text = "", *comma = language == LANGUAGE_ZH ? "、" : ", ";
    for (int i = 0; i < count; ++runs) {
        unsigned object = pieces[i].object;
        Layout layout = layout_of(program, launch, step->space, (int)object);
        Run run = take_piece(&layout, pieces, count, &i);
        for (int next = i; next < count && pieces[next].object == object; i = next) {
            Run more = take_piece(&layout, pieces, count, &next);
            if (!continues(&layout, &run, &more))
                break;
            run.last = more.last;
        }
        if (runs == RUN_LIMIT)
            return arena_printf(arena, "%s%s…", text, comma);
        text = arena_printf(arena, "%s%s%s%s", text, runs ? comma : "", layout.name,
                            run_text(arena, &layout, run));
    }
    return text;
}

/* A cuda::barrier has one member, which nobody names. */
const char *place_mbarrier(Arena *arena, const Program *program, const Launch *launch, int object,
                           int64_t element)
{
    static const char member[] = ".word";
    uint32_t scalar = object_scalar_bytes(program, launch, SPACE_SHARED, (unsigned)object);
    const char *text =
        place_text(arena, program, launch, SPACE_SHARED, object, element * (int64_t)scalar, 0);
    size_t length = strlen(text), tail = sizeof member - 1;
    bool has_member = length > tail && strcmp(text + length - tail, member) == 0;
    return arena_printf(arena, "%.*s", (int)(has_member ? length - tail : length), text);
}
