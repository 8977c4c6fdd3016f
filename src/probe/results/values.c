/* The bytes are kept as they lie in the arena. */
#include "probe/results/values.h"

#include "base/clones.h"
#include "vm/lanes/half.h"

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

uint64_t values_start(const Launch *launch, const Buffer *buffer)
{
    return buffer->offset_bytes + start_bytes(launch, buffer);
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

Values values_initial(const Launch *launch, int buffer, uint64_t limit)
{
    const Buffer *from = &launch->buffers[buffer];
    Values values = make(launch, from, limit);
    if (values.bytes)
        launch_fill(launch, from->offset_bytes + start_bytes(launch, from), values.bytes,
                    size_bytes(&values));
    return values;
}

Values values_final(const Launch *launch, Memory *memory, int buffer, uint64_t limit)
{
    const Buffer *from = &launch->buffers[buffer];
    Values values = make(launch, from, limit);
    if (values.bytes)
        memory_copy_out(memory, from->offset_bytes + start_bytes(launch, from), values.bytes,
                        size_bytes(&values));
    return values;
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
    return values.is_borrowed ? values : values_initial(launch, buffer, limit);
}

Values values_borrow_final(const Launch *launch, Memory *memory, int buffer, uint64_t limit)
{
    Values values = borrow(launch, memory, buffer, limit, memory_is_present);
    return values.is_borrowed ? values : values_final(launch, memory, buffer, limit);
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

#define WHOLE_LIMIT 0x1p24 /* up to here a float holds every whole number */

enum { PIECE = 1024 }; /* values that are looked at together, before a look whether to go on */

/* The largest magnitude, all of them being whole numbers of at most 2^24; less than 0 if not. A
 * size below 2^23 loses what is behind its point when 2^23 is added, and others have nothing there.
 * Sizes are compared as numbers of their bits, whose order is theirs, a NaN being the largest: so
 * the host looks at many of them at once. */
HOST_CLONES static double largest_float(const uint8_t *bytes, uint64_t count)
{
    const float point = 0x1p23f, limit = (float)WHOLE_LIMIT;
    uint32_t largest = 0, odd = 0, limit_bits;
    memcpy(&limit_bits, &limit, sizeof limit_bits);
    for (uint64_t i = 0; i < count; ++i) {
        uint32_t bits;
        float size;
        memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        bits &= INT32_MAX;
        memcpy(&size, &bits, sizeof size);
        odd |= (uint32_t)(size < point) & (uint32_t)(size + point - point != size);
        largest = bits > largest ? bits : largest;
    }
    float found;
    memcpy(&found, &largest, sizeof found);
    return odd || largest > limit_bits ? -1 : (double)found;
}

static double largest_value(const Values *values, uint64_t first, uint64_t count)
{
    double largest = 0;
    for (uint64_t i = first; i < first + count; ++i) {
        double value = value_at(values, i), size = fabs(value);
        if (!(size <= WHOLE_LIMIT) || value != floor(value))
            return -1;
        largest = size > largest ? size : largest;
    }
    return largest;
}

bool values_are_integers(const Values *values, double *largest)
{
    *largest = 0;
    for (uint64_t first = 0; first < values->count; first += PIECE) {
        uint64_t left = values->count - first, count = left < PIECE ? left : PIECE;
        double found = values->type == SCALAR_F32
                           ? largest_float(values->bytes + first * sizeof(float), count)
                           : largest_value(values, first, count);
        if (found < 0)
            return false;
        *largest = found > *largest ? found : *largest;
    }
    return true;
}

/* A row of a square is what the host fetches from memory at once. */
enum { SQUARE = 16 };

/* A square of the matrix `in`, rows x cols, and the place where it lies in the transposed one. */
typedef struct Square {
    const Values *in, *out;
    uint64_t rows, cols, first_row, first_col, height, width;
} Square;

static const uint8_t *in_row(const Square *square, uint64_t i)
{
    return square->in->bytes + ((square->first_row + i) * square->cols + square->first_col) * 4;
}

static const uint8_t *out_row(const Square *square, uint64_t i)
{
    return square->out->bytes + ((square->first_col + i) * square->rows + square->first_row) * 4;
}

static Square square_at(const Values *in, const Values *out, uint64_t rows, uint64_t cols,
                        uint64_t row, uint64_t col)
{
    return (Square){.in = in,
                    .out = out,
                    .rows = rows,
                    .cols = cols,
                    .first_row = row,
                    .first_col = col,
                    .height = rows - row < SQUARE ? rows - row : SQUARE,
                    .width = cols - col < SQUARE ? cols - col : SQUARE};
}

/* Has the square brought near: its rows lie too far from each other for the host to foresee. */
static void square_fetch(const Square *square)
{
    for (uint64_t i = 0; i < square->height; ++i)
        __builtin_prefetch(in_row(square, i));
    for (uint64_t i = 0; i < square->width; ++i)
        __builtin_prefetch(out_row(square, i));
}

/* Bits of floats that are all set in infinities and NaNs. */
#define FLOAT_ODD 0x7f800000u

/* Either matrix is gone through along its rows, since rows whose length is a power of two push each
 * other out of the host's caches. */
static inline bool piece_is_transposed(const Square *square, uint64_t height, uint64_t width)
{
    uint32_t words[SQUARE][SQUARE], mask = square->in->type == SCALAR_F32 ? FLOAT_ODD : 0;
    uint32_t differs = 0;
    for (uint64_t row = 0; row < height; ++row) {
        memcpy(words[row], in_row(square, row), width * 4);
        for (uint64_t col = 0; col < width; ++col)
            differs |= mask && (words[row][col] & mask) == mask;
    }
    for (uint64_t col = 0; col < width; ++col) {
        uint32_t transposed[SQUARE];
        memcpy(transposed, out_row(square, col), height * 4);
        for (uint64_t row = 0; row < height; ++row)
            differs |= words[row][col] ^ transposed[row];
    }
    return !differs;
}

/* Squares that are whole have loops of known length. */
HOST_CLONES static bool square_is_transposed(const Square *square)
{
    if (square->height == SQUARE && square->width == SQUARE)
        return piece_is_transposed(square, SQUARE, SQUARE);
    return piece_is_transposed(square, square->height, square->width);
}

bool values_are_transposed(const Values *in, const Values *out, uint64_t rows, uint64_t cols)
{
    if (in->type != out->type || scalar_size_bytes(in->type) != 4)
        return false;
    for (uint64_t row = 0; row < rows; row += SQUARE)
        for (uint64_t col = 0; col < cols; col += SQUARE) {
            Square square = square_at(in, out, rows, cols, row, col);
            if (col + SQUARE < cols) {
                Square next = square_at(in, out, rows, cols, row, col + SQUARE);
                square_fetch(&next);
            }
            if (!square_is_transposed(&square))
                return false;
        }
    return true;
}

Values values_transpose(const Values *values, uint64_t rows, uint64_t cols)
{
    uint32_t size = scalar_size_bytes(values->type);
    Values transposed = {values->type, rows * cols, malloc(rows * cols * size + 8), false};
    if (transposed.bytes)
        for (uint64_t row = 0; row < rows; ++row)
            for (uint64_t col = 0; col < cols; ++col)
                memcpy(transposed.bytes + (col * rows + row) * size,
                       values->bytes + (row * cols + col) * size, size);
    return transposed;
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

double value_number(ScalarType type, uint64_t bits)
{
    float f32;
    double f64;
    uint32_t low = (uint32_t)bits;
    switch (type) {
    case SCALAR_F16: return half_to_double((uint32_t)bits);
    case SCALAR_BF16: return bfloat_to_double((uint32_t)bits);
    case SCALAR_F32: memcpy(&f32, &low, 4); return f32;
    case SCALAR_F64: memcpy(&f64, &bits, 8); return f64;
    case SCALAR_I64: return (double)(int64_t)bits;
    case SCALAR_U64: return (double)bits;
    case SCALAR_U32: return low;
    default: return (int32_t)low;
    }
}
