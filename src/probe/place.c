/* An element's subscripts come from the shape of its buffer or the type of its array. */
#include "probe/place.h"

#include "probe/object.h"

#include <stdlib.h>

enum { DIMENSION_LIMIT = 4, RUN_LIMIT = 4 };

/* lengths[0] varies slowest and is not checked; unit: scalars of one element. */
typedef struct Layout {
    const char *name;
    uint64_t lengths[DIMENSION_LIMIT];
    int count;
    uint64_t unit, scalars;
    bool is_turned; /* the subscripts stand in the order of the matrix, not of memory */
} Layout;

static void lay_out_type(Layout *layout, const Type *type)
{
    while (type->kind == TYPE_ARRAY && layout->count < DIMENSION_LIMIT) {
        layout->lengths[layout->count++] = type->length;
        type = type->element;
    }
    uint32_t scalar = scalar_size_bytes(object_scalar(type));
    layout->unit = scalar && type->size_bytes > scalar ? type->size_bytes / scalar : 1;
}

static Layout layout_of(const Program *program, const Launch *launch, Space space, int object)
{
    Layout layout = {.name = "?", .unit = 1};
    uint32_t scalar = object_scalar_bytes(program, launch, space, (unsigned)object);
    layout.scalars = object_bytes(program, launch, space, (unsigned)object) / scalar;
    if (space == SPACE_GLOBAL && object >= 0 && object < launch->buffer_count) {
        const Buffer *buffer = &launch->buffers[object];
        layout.name = buffer->name;
        layout.is_turned = buffer->is_turned;
        if (buffer->rows)
            layout.lengths[layout.count++] = buffer->rows;
        layout.lengths[layout.count++] = buffer->rows ? buffer->cols : buffer->count;
    } else if (space == SPACE_SHARED && object >= 0 && object < program->shared_count) {
        layout.name = program->shared[object].name;
        lay_out_type(&layout, program->shared[object].type);
    } else if (space == SPACE_LOCAL && object >= 0 && object < program->local_count) {
        layout.name = program->locals[object].name;
        lay_out_type(&layout, program->locals[object].type);
    } else if (object_unset(program, space, object)) {
        layout.name = object_unset(program, space, object)->name;
        layout.scalars = 1;
    }
    return layout;
}

static bool is_inside(const Layout *layout, int64_t element)
{
    return element >= 0 && (uint64_t)element < layout->scalars;
}

const char *place_name(const Program *program, const Launch *launch, Space space, int object)
{
    return layout_of(program, launch, space, object).name;
}

/* Elements in a run's row: runs never go from one row into the next. */
static uint64_t row_length(const Layout *layout)
{
    uint64_t length = layout->count ? layout->lengths[layout->count - 1] * layout->unit : 1;
    return layout->count > 1 && length ? length : layout->scalars + 1;
}

/* count elements from first on, all in one row. */
static const char *run_text(Arena *arena, const Layout *layout, int64_t first, int64_t count)
{
    int64_t unit = (int64_t)layout->unit, last = (first + count - 1) / unit;
    bool flat = !is_inside(layout, first);
    if (!flat && layout->count == 0)
        return layout->name;
    int64_t rest = flat ? first : first / unit;
    const char *text = "";
    int64_t width = flat ? count : last - rest + 1;
    for (int i = flat ? 0 : layout->count - 1; i >= 0; --i) {
        int64_t length = i > 0 && !flat ? (int64_t)layout->lengths[i] : 0;
        int64_t index = length ? rest % length : rest;
        rest = length ? rest / length : 0;
        const char *one = width > 1 ? arena_printf(arena, "[%lld..%lld]", (long long)index,
                                                   (long long)(index + width - 1))
                                    : arena_printf(arena, "[%lld]", (long long)index);
        text = arena_printf(arena, "%s%s", layout->is_turned ? text : one,
                            layout->is_turned ? one : text);
        width = 1;
    }
    return arena_printf(arena, "%s%s", layout->name, text);
}

const char *place_element(Arena *arena, const Program *program, const Launch *launch, Space space,
                          int object, int64_t element)
{
    Layout layout = layout_of(program, launch, space, object);
    return run_text(arena, &layout, element, 1);
}

/* One lane's elements. */
typedef struct Piece {
    unsigned object;
    int64_t first, count;
} Piece;

static int compare_pieces(const void *a, const void *b)
{
    const Piece *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static int collect(const Program *program, const Launch *launch, const Step *step, uint32_t lanes,
                   Piece pieces[WARP_LANES])
{
    int count = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t address = step->address[__builtin_ctz(lanes)];
        int64_t size = object_scalar_bytes(program, launch, step->space, address_object(address));
        int64_t offset = address_offset_bytes(address);
        int64_t first = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
        int64_t width = (int64_t)step->access_bytes / size;
        pieces[count++] = (Piece){address_object(address), first, width > 0 ? width : 1};
    }
    qsort(pieces, (size_t)count, sizeof *pieces, compare_pieces);
    return count;
}

/* Whether the next piece continues the run in the same row of the same object. */
static bool continues(const Layout *layout, const Piece *run, const Piece *next)
{
    if (next->object != run->object || next->first > run->first + run->count)
        return false;
    if (is_inside(layout, run->first) != is_inside(layout, next->first))
        return false;
    int64_t length = (int64_t)row_length(layout);
    return !is_inside(layout, run->first) || run->first / length == next->first / length;
}

const char *place_list(Arena *arena, Language language, const Program *program,
                       const Launch *launch, const Step *step, uint32_t lanes)
{
    Piece pieces[WARP_LANES];
    int count = collect(program, launch, step, lanes, pieces), runs = 0;
    const char *text = "", *comma = language == LANGUAGE_ZH ? "、" : ", ";
    for (int i = 0; i < count; ++runs) {
        Piece run = pieces[i++];
        Layout layout = layout_of(program, launch, step->space, (int)run.object);
        for (; i < count && continues(&layout, &run, &pieces[i]); ++i) {
            int64_t end = pieces[i].first + pieces[i].count;
            if (end > run.first + run.count)
                run.count = end - run.first;
        }
        if (runs == RUN_LIMIT)
            return arena_printf(arena, "%s%s…", text, comma);
        text = arena_printf(arena, "%s%s%s", text, runs ? comma : "",
                            run_text(arena, &layout, run.first, run.count));
    }
    return text;
}
