/* The bytes are kept as they lie in the arena. */
#include "probe/checks/values.h"

#include "vm/half.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the buffer's own pointer points. */
static uint64_t start_bytes(const Launch *launch, const Buffer *buffer)
{
    int64_t start = launch_start_bytes(launch, buffer->parameter);
    return start <= 0 || (uint64_t)start > buffer_bytes(buffer) ? 0 : (uint64_t)start;
}

uint64_t values_count(const Launch *launch, const Buffer *buffer)
{
    uint32_t size = scalar_size_bytes(buffer->type);
    return size ? (buffer_bytes(buffer) - start_bytes(launch, buffer)) / size : 0;
}

/* Without bytes yet. */
static Values describe(const Launch *launch, const Buffer *buffer, uint64_t limit)
{
    uint64_t count = values_count(launch, buffer);
    return (Values){.type = buffer->type, .count = count < limit ? count : limit};
}

static uint64_t size_bytes(const Values *values)
{
    return values->count * scalar_size_bytes(values->type);
}

static Values make(const Launch *launch, const Buffer *buffer, uint64_t limit)
{
    Values values = describe(launch, buffer, limit);
    values.bytes = malloc(size_bytes(&values) + 8);
    return values;
}

Values values_initial_part(const Launch *launch, int buffer, uint64_t limit)
{
    const Buffer *from = &launch->buffers[buffer];
    Values values = make(launch, from, limit);
    if (values.bytes)
        launch_fill(launch, from->offset_bytes + start_bytes(launch, from), values.bytes,
                    size_bytes(&values));
    return values;
}

Values values_final_part(const Launch *launch, Memory *memory, int buffer, uint64_t limit)
{
    const Buffer *from = &launch->buffers[buffer];
    Values values = make(launch, from, limit);
    if (values.bytes)
        memory_copy_out(memory, from->offset_bytes + start_bytes(launch, from), values.bytes,
                        size_bytes(&values));
    return values;
}

Values values_initial(const Launch *launch, int buffer)
{
    return values_initial_part(launch, buffer, UINT64_MAX);
}

Values values_final(const Launch *launch, Memory *memory, int buffer)
{
    return values_final_part(launch, memory, buffer, UINT64_MAX);
}

/* The piece where it lies. */
static Values borrow(const Launch *launch, Memory *memory, int buffer, uint64_t limit,
                     bool (*lies_there)(const Memory *, uint64_t, uint64_t))
{
    const Buffer *from = &launch->buffers[buffer];
    uint64_t at = from->offset_bytes + start_bytes(launch, from);
    Values values = describe(launch, from, limit);
    values.is_borrowed = lies_there(memory, at, size_bytes(&values));
    if (values.is_borrowed)
        values.bytes = memory_base(memory) + at;
    return values;
}

Values values_borrow_initial(const Launch *launch, Memory *memory, int buffer, uint64_t limit)
{
    Values values = borrow(launch, memory, buffer, limit, memory_is_unwritten);
    return values.is_borrowed ? values : values_initial_part(launch, buffer, limit);
}

Values values_borrow_final(const Launch *launch, Memory *memory, int buffer, uint64_t limit)
{
    Values values = borrow(launch, memory, buffer, limit, memory_is_present);
    return values.is_borrowed ? values : values_final_part(launch, memory, buffer, limit);
}

void values_free(Values *values)
{
    if (!values->is_borrowed)
        free(values->bytes);
    values->bytes = NULL;
}

/* A scalar as a number through a variable of its own C type: a copy of constant length is one
 * load. */
#define VALUE_AS(Type)                                                                             \
    {                                                                                              \
        Type value;                                                                                \
        memcpy(&value, values->bytes + index * sizeof value, sizeof value);                        \
        return (double)value;                                                                      \
    }

static uint16_t half_at(const Values *values, uint64_t index)
{
    uint16_t bits;
    memcpy(&bits, values->bytes + index * sizeof bits, sizeof bits);
    return bits;
}

double value_of_any_type(const Values *values, uint64_t index)
{
    switch (values->type) {
    case SCALAR_BOOL:
    case SCALAR_U8: VALUE_AS(uint8_t)
    case SCALAR_U16: VALUE_AS(uint16_t)
    case SCALAR_U32: VALUE_AS(uint32_t)
    case SCALAR_U64: VALUE_AS(uint64_t)
    case SCALAR_I8: VALUE_AS(int8_t)
    case SCALAR_I16: VALUE_AS(int16_t)
    case SCALAR_I32: VALUE_AS(int32_t)
    case SCALAR_I64: VALUE_AS(int64_t)
    case SCALAR_F16: return half_to_double(half_at(values, index));
    case SCALAR_BF16: return bfloat_to_double(half_at(values, index));
    case SCALAR_F32: VALUE_AS(float)
    case SCALAR_F64: VALUE_AS(double)
    default: return 0;
    }
}

bool values_are_integers(const Values *values)
{
    for (uint64_t i = 0; i < values->count; ++i) {
        double value = value_at(values, i);
        if (!(fabs(value) <= 16777216.0) || value != floor(value))
            return false;
    }
    return true;
}

/* A square of so many rows and columns stays in the caches of the host. */
enum { SQUARE = 32 };

static uint32_t word_at(const Values *values, uint64_t index)
{
    uint32_t word;
    memcpy(&word, values->bytes + index * sizeof word, sizeof word);
    return word;
}

static bool is_square_turned(const Values *in, const Values *out, uint64_t rows, uint64_t cols,
                             uint64_t first_row, uint64_t first_col)
{
    bool is_float = in->type == SCALAR_F32;
    for (uint64_t row = first_row; row < first_row + SQUARE && row < rows; ++row)
        for (uint64_t col = first_col; col < first_col + SQUARE && col < cols; ++col) {
            uint32_t word = word_at(in, row * cols + col);
            bool is_odd = is_float && (word & 0x7f800000) == 0x7f800000;
            if (is_odd || word != word_at(out, col * rows + row))
                return false;
        }
    return true;
}

bool values_are_turned(const Values *in, const Values *out, uint64_t rows, uint64_t cols)
{
    if (in->type != out->type || scalar_size_bytes(in->type) != 4)
        return false;
    for (uint64_t row = 0; row < rows; row += SQUARE)
        for (uint64_t col = 0; col < cols; col += SQUARE)
            if (!is_square_turned(in, out, rows, cols, row, col))
                return false;
    return true;
}

Values values_transpose(const Values *values, uint64_t rows, uint64_t cols)
{
    uint32_t size = scalar_size_bytes(values->type);
    Values turned = {values->type, rows * cols, malloc(rows * cols * size + 8), false};
    if (turned.bytes)
        for (uint64_t row = 0; row < rows; ++row)
            for (uint64_t col = 0; col < cols; ++col)
                memcpy(turned.bytes + (col * rows + row) * size,
                       values->bytes + (row * cols + col) * size, size);
    return turned;
}

double value_epsilon(ScalarType type)
{
    switch (type) {
    case SCALAR_F16: return 0x1p-11;
    case SCALAR_BF16: return 0x1p-8;
    case SCALAR_F32: return 0x1p-24;
    case SCALAR_F64: return 0x1p-53;
    default: return 0;
    }
}
