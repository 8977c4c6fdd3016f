/* Reading numbers out of the record: memory bytes to text, step lanes to elements. */
#include "view/values/values.h"
#include "session/data/buffer.h"

#include "session/scenes/veil.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

uint64_t value_bits(ScalarType type, const void *bytes)
{
    int8_t i8;
    int16_t i16;
    uint32_t word;
    uint64_t bits = 0;
    switch (type) {
    case SCALAR_F32:
    case SCALAR_I32:
    case SCALAR_U32: memcpy(&word, bytes, 4); return word;
    case SCALAR_I8: memcpy(&i8, bytes, 1); return (uint32_t)(int32_t)i8;
    case SCALAR_I16: memcpy(&i16, bytes, 2); return (uint32_t)(int32_t)i16;
    default: memcpy(&bits, bytes, scalar_size_bytes(type)); return bits;
    }
}

/* As "%.0f" has it, in a tenth of the time: a picture asks for some thousand of them. */
static const char *whole_text(Arena *arena, int value)
{
    enum { LETTERS = 11 };
    char letters[LETTERS];
    int first = LETTERS;
    unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    do
        letters[--first] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        letters[--first] = '-';
    return arena_text(arena, letters + first, (size_t)(LETTERS - first));
}

const char *value_short(Arena *arena, ScalarType type, uint64_t bits)
{
    double value = value_number(type, bits);
    if (fabs(value) < 1e5 && value == (int)value && !(value == 0 && signbit(value)))
        return whole_text(arena, (int)value);
    if (isnan(value))
        return "NaN";
    if (isinf(value))
        return value > 0 ? "∞" : "-∞";
    if (scalar_is_float(type) && (value != floor(value) || fabs(value) >= 1e5))
        return arena_printf(arena, "%.3g", value);
    return arena_printf(arena, "%.0f", value);
}

static const char *without_zero(const char *text)
{
    return text[0] == '0' && text[1] == '.' ? text + 1 : text;
}

/* With k or M, as on counters; larger ones as in 2.9e13. */
const char *value_brief(Arena *arena, ScalarType type, uint64_t bits, int letters)
{
    static const char *const thousands[] = {"", "k", "M"};
    double value = value_number(type, bits), size = fabs(value);
    if (!isfinite(value))
        return value_short(arena, type, bits);
    int power = 0, ten = 0;
    for (; size >= 999.5 && size < 999.5e6 && power < 2; ++power)
        size /= 1000;
    for (; size >= 999.5e6 || (ten > 0 && size >= 9.5); ++ten)
        size /= 10;
    const char *text = "", *sign = value < 0 ? "-" : "";
    const char *unit = ten > 0 ? arena_printf(arena, "e%d", ten) : thousands[power];
    for (int digits = 3; digits >= 0; --digits) {
        const char *number = arena_printf(arena, "%.*f", digits, size);
        text = arena_printf(arena, "%s%s%s", sign, without_zero(number), unit);
        if ((int)strlen(text) <= letters)
            break;
    }
    return text;
}

/* The scalar or pointer of a type that has the byte at an offset, which becomes what lies before
 * that byte in it; NULL where there is none. */
static const Type *type_at(const Type *type, uint64_t *offset)
{
    while (type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT) {
        if (type->kind == TYPE_ARRAY) {
            *offset %= type->element->size_bytes ? type->element->size_bytes : 1;
            type = type->element;
            continue;
        }
        int field = type->field_count - 1;
        while (field > 0 && type->fields[field].offset_bytes > *offset)
            --field;
        if (field < 0)
            return NULL;
        *offset -= type->fields[field].offset_bytes;
        type = type->fields[field].type;
        if (*offset >= type->size_bytes)
            return NULL;
    }
    return type;
}

/* What lies at the unit that begins so many bytes behind the start of a type. */
static CellPart part_at(const Type *type, uint64_t offset, ScalarType unit, int64_t scalar)
{
    CellPart part = {scalar, 1, unit, false};
    uint32_t size = scalar_size_bytes(unit);
    const Type *found = type_at(type, &offset);
    if (!found || !size) {
        part.is_padding = !found;
        return part;
    }
    part.type = found->kind == TYPE_POINTER ? SCALAR_U64 : found->scalar;
    part.first -= (int64_t)(offset / size);
    part.count = (int)((scalar_size_bytes(part.type) + size - 1) / size);
    if (part.count < 1)
        part = (CellPart){scalar, 1, unit, false};
    return part;
}

static bool has_members(const Buffer *buffer)
{
    return buffer->element && buffer->element->kind == TYPE_STRUCT;
}

CellPart buffer_part(const View *view, int index, int64_t scalar)
{
    const Buffer *buffer = &view->launch->buffers[index];
    if (!has_members(buffer))
        return (CellPart){scalar, 1, buffer->type, false};
    uint64_t at = (uint64_t)scalar * buffer_scalar_bytes(buffer);
    return part_at(buffer->element, at % buffer->element_bytes, buffer->type, scalar);
}

bool buffer_has_padding(const View *view, int index)
{
    const Buffer *buffer = &view->launch->buffers[index];
    for (uint32_t i = 0; i < buffer->element_bytes / buffer_scalar_bytes(buffer); ++i)
        if (buffer_part(view, index, i).is_padding)
            return true;
    return false;
}

/* A word of an output is set when some thread has written it; every other word is. */
static bool word_is_set(const View *view, const Buffer *buffer, uint64_t at, const uint8_t *bytes)
{
    uint32_t loads, stores, word;
    if (buffer->role != ROLE_OUTPUT && buffer->fill != FILL_POISON)
        return true;
    if (probe_global_counts(view->probe, at, &loads, &stores))
        return stores > 0;
    if (buffer_scalar_bytes(buffer) != sizeof word)
        return true;
    memcpy(&word, bytes, sizeof word);
    return word != LAUNCH_POISON_WORD;
}

/* A member that takes several scalars. */
static CellValue long_value(const View *view, const Buffer *buffer, const CellPart *part)
{
    uint8_t bytes[sizeof(uint64_t)];
    uint64_t at = buffer->offset_bytes + (uint64_t)part->first * buffer_scalar_bytes(buffer);
    memory_copy_out(view->memory, at, bytes, scalar_size_bytes(part->type));
    return (CellValue){value_bits(part->type, bytes), part->type,
                       word_is_set(view, buffer, at, bytes)};
}

/* at: where it lies in memory. */
static CellValue part_value(const View *view, int index, int64_t scalar, uint64_t at,
                            const uint8_t *bytes)
{
    const Buffer *buffer = &view->launch->buffers[index];
    if (!has_members(buffer))
        return (CellValue){value_bits(buffer->type, bytes), buffer->type,
                           word_is_set(view, buffer, at, bytes)};
    CellPart part = buffer_part(view, index, scalar);
    if (part.is_padding)
        return (CellValue){.type = part.type};
    if (part.count > 1)
        return long_value(view, buffer, &part);
    return (CellValue){value_bits(part.type, bytes), part.type,
                       word_is_set(view, buffer, at, bytes)};
}

/* Scalars that lie close together are read in one piece, with what lies between them. */
void buffer_values(const View *view, int index, int64_t first, int64_t apart, int64_t count,
                   CellValue *values)
{
    enum { PIECE_BYTES = 4096, CLOSE_BYTES = 128 };
    const Buffer *buffer = &view->launch->buffers[index];
    if (buffer->role != ROLE_INPUT && veil_hides(view->session, VEIL_RESULTS)) {
        for (int64_t i = 0; i < count; ++i)
            values[i] = (CellValue){.type = buffer->type};
        return;
    }
    uint8_t piece[PIECE_BYTES];
    uint32_t size = buffer_scalar_bytes(buffer);
    uint64_t stride = (uint64_t)apart * size, start = buffer->offset_bytes + (uint64_t)first * size;
    int64_t most = stride <= CLOSE_BYTES ? (int64_t)(PIECE_BYTES / stride) : 1;
    for (int64_t done = 0, take; done < count; done += take) {
        take = most < count - done ? most : count - done;
        uint64_t at = start + (uint64_t)done * stride;
        memory_copy_out(view->memory, at, piece, (uint64_t)(take - 1) * stride + size);
        for (int64_t i = 0; i < take; ++i)
            values[done + i] = part_value(view, index, first + (done + i) * apart,
                                          at + (uint64_t)i * stride, piece + (uint64_t)i * stride);
    }
}

bool buffer_value(const View *view, int index, int64_t scalar, uint64_t *bits)
{
    CellValue value;
    buffer_values(view, index, scalar, 1, 1, &value);
    *bits = value.bits;
    return value.is_set;
}

ScalarType shared_scalar(const SharedVariable *variable)
{
    const Type *type = variable->type;
    while (type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && type->field_count))
        type = type->kind == TYPE_ARRAY ? type->element : type->fields[0].type;
    return type->kind == TYPE_SCALAR ? type->scalar : SCALAR_U32;
}

CellPart shared_part(const SharedVariable *variable, uint32_t offset_bytes)
{
    ScalarType unit = shared_scalar(variable);
    return part_at(variable->type, offset_bytes, unit, offset_bytes / scalar_size_bytes(unit));
}

int64_t shared_unit(const SharedVariable *variable)
{
    const Type *type = variable->type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type->size_bytes / scalar_size_bytes(shared_scalar(variable));
}

void shared_shape(const View *view, int index, int64_t *rows, int64_t *columns)
{
    const SharedVariable *variable = &view->program->shared[index];
    const Type *type = variable->type;
    uint32_t size = scalar_size_bytes(shared_scalar(variable));
    uint32_t bytes = type->size_bytes;
    if (variable->is_extern)
        bytes = launch_shared_bytes(view->launch, view->program) - variable->offset_bytes;
    int64_t scalars = size ? bytes / size : 0, last = 0;
    while (type->kind == TYPE_ARRAY && type->element->kind == TYPE_ARRAY)
        type = type->element, last = type->length;
    *columns = last > 0 ? last : scalars;
    *rows = *columns > 0 ? scalars / *columns : 0;
}

bool step_is_memory(const View *view)
{
    return view->step && opcode_info[view->step->instr->op].class == CLASS_MEMORY;
}

bool step_is_under_way(const View *view)
{
    return view->step && view->progress < 0.95f;
}

bool step_is_arriving(const View *view)
{
    return step_is_memory(view) && view->step->instr->op != OP_LOAD && step_is_under_way(view);
}

bool step_lane_is_active(const View *view, int lane)
{
    return view->step && (view->step->active >> lane & 1);
}

int step_scalars(const View *view, ScalarType scalar)
{
    uint32_t size = scalar_size_bytes(scalar);
    return size ? (int)((view->step->access_bytes + size - 1) / size) : 1;
}

bool step_global(const View *view, int lane, int *index, int64_t *scalar, int *lands_in)
{
    const Step *step = view->step;
    if (!step_is_memory(view) || step->space != SPACE_GLOBAL || !step_lane_is_active(view, lane))
        return false;
    *lands_in = step->outside >> lane & 1 ? -1 : launch_buffer_at(view->launch, step->arena[lane]);
    *index = *lands_in >= 0 ? *lands_in : (int)address_object(step->address[lane]);
    if (*index >= view->launch->buffer_count)
        return false;
    const Buffer *buffer = &view->launch->buffers[*index];
    int64_t offset = (int64_t)(step->arena[lane] - buffer->offset_bytes);
    *scalar = floor_divide(offset, buffer_scalar_bytes(buffer));
    return true;
}

int shared_variable_at(const View *view, uint32_t offset_bytes, int64_t *scalar)
{
    for (int i = view->program->shared_count - 1; i >= 0; --i) {
        const SharedVariable *variable = &view->program->shared[i];
        if (offset_bytes < variable->offset_bytes)
            continue;
        int64_t rows, columns;
        shared_shape(view, i, &rows, &columns);
        *scalar =
            (offset_bytes - variable->offset_bytes) / scalar_size_bytes(shared_scalar(variable));
        return *scalar < rows * columns ? i : -1;
    }
    return -1;
}

bool step_shared(const View *view, int lane, int *variable, int64_t *scalar)
{
    const Step *step = view->step;
    if (!step_is_memory(view) || step->space != SPACE_SHARED || !step_lane_is_active(view, lane))
        return false;
    *variable = shared_variable_at(view, (uint32_t)step->arena[lane], scalar);
    return *variable >= 0;
}
