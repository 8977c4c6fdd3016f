/* Comparing arenas, a piece at a time, so that memory never touched is not materialised whole. */
#include "probe/results/agreement.h"

#include <math.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 16, GUARD_BYTES = 4 };

/* A scalar as a number; NaN for what is none, and for half precision, which is only compared. */
static double number_at(ScalarType type, const uint8_t *bytes)
{
    union {
        uint8_t bytes[8];
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
    } value = {{0}};
    memcpy(value.bytes, bytes, scalar_size_bytes(type));
    switch (type) {
    case SCALAR_I8: return value.i8;
    case SCALAR_I16: return value.i16;
    case SCALAR_U16: return value.u16;
    case SCALAR_I32: return value.i32;
    case SCALAR_U32: return value.u32;
    case SCALAR_I64: return (double)value.i64;
    case SCALAR_U64: return (double)value.u64;
    case SCALAR_F32: return (double)value.f32;
    case SCALAR_F64: return value.f64;
    case SCALAR_F16:
    case SCALAR_BF16: return (double)NAN;
    default: return value.bytes[0];
    }
}

static void note_difference(BufferAgreement *result, uint64_t index, double here, double there)
{
    ++result->different;
    if (result->first_count < AGREEMENT_FIRST)
        result->first[result->first_count++] = index;
    double difference = fabs(here - there);
    if (difference > result->largest_difference)
        result->largest_difference = difference;
}

/* The bits of a float as a whole number that grows by 1 from number to number. */
static int64_t step_of(ScalarType type, const uint8_t *bytes)
{
    int64_t wide;
    int32_t narrow;
    memcpy(&wide, bytes, type == SCALAR_F64 ? sizeof wide : sizeof narrow);
    memcpy(&narrow, bytes, sizeof narrow);
    if (type == SCALAR_F64)
        return wide < 0 ? INT64_MIN - wide : wide;
    return narrow < 0 ? (int64_t)INT32_MIN - narrow : narrow;
}

static uint64_t ulps_between(ScalarType type, const uint8_t *a, const uint8_t *b)
{
    if (type != SCALAR_F32 && type != SCALAR_F64)
        return AGREEMENT_NO_ULPS;
    bool is_nan = isnan(number_at(type, a));
    if (is_nan || isnan(number_at(type, b)))
        return is_nan && isnan(number_at(type, b)) ? 0 : AGREEMENT_NO_ULPS;
    int64_t x = step_of(type, a), y = step_of(type, b);
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

static void mark_cell(Arena *arena, BufferAgreement *result, uint64_t index)
{
    if (!result->cells && result->total <= AGREEMENT_CELLS_LIMIT)
        result->cells = arena_alloc(arena, result->total);
    if (result->cells)
        result->cells[index] = 1;
}

static void compare_chunk(Arena *arena, BufferAgreement *result, ScalarType type, uint64_t first,
                          uint64_t count, const uint8_t *here, const uint8_t *there)
{
    uint32_t size = scalar_size_bytes(type);
    for (uint64_t i = 0; i < count; ++i) {
        const uint8_t *a = here + i * size, *b = there + i * size;
        double value = number_at(type, a);
        if (fabs(value) > result->largest_value)
            result->largest_value = fabs(value);
        if (!memcmp(a, b, size))
            continue;
        note_difference(result, first + i, value, number_at(type, b));
        uint64_t ulps = ulps_between(type, a, b);
        result->largest_ulps = ulps > result->largest_ulps ? ulps : result->largest_ulps;
        mark_cell(arena, result, first + i);
    }
}

static BufferAgreement compare_buffer(Arena *arena, const Buffer *buffer, Memory *memory,
                                      const uint8_t *other)
{
    uint8_t here[CHUNK_BYTES];
    uint32_t size = scalar_size_bytes(buffer->type);
    BufferAgreement result = {.total = buffer_bytes(buffer) / size};
    for (uint64_t first = 0; first < result.total; first += CHUNK_BYTES / size) {
        uint64_t left = result.total - first;
        uint64_t count = left < CHUNK_BYTES / size ? left : CHUNK_BYTES / size;
        uint64_t at = buffer->offset_bytes + first * size;
        memory_copy_out(memory, at, here, count * size);
        compare_chunk(arena, &result, buffer->type, first, count, here, other + at);
    }
    return result;
}

/* Compares the words from offset `from` up to `to`, which lie outside all buffers. */
static void compare_guard(Agreement *result, const Launch *launch, Memory *memory,
                          const uint8_t *other, uint64_t from, uint64_t to)
{
    uint8_t here[CHUNK_BYTES], filled[CHUNK_BYTES];
    for (uint64_t at = from; at < to; at += CHUNK_BYTES) {
        uint64_t size = to - at < CHUNK_BYTES ? to - at : CHUNK_BYTES;
        memory_copy_out(memory, at, here, size);
        launch_fill(launch, at, filled, size);
        for (uint64_t i = 0; i + GUARD_BYTES <= size; i += GUARD_BYTES) {
            const uint8_t *there = other + at + i;
            result->guard_words_changed_here += memcmp(here + i, filled + i, GUARD_BYTES) != 0;
            result->guard_words_changed_there += memcmp(there, filled + i, GUARD_BYTES) != 0;
            result->guard_words_different += memcmp(here + i, there, GUARD_BYTES) != 0;
        }
    }
}

Agreement agreement_compare(Arena *arena, const Launch *launch, Memory *memory,
                            const uint8_t *other)
{
    Agreement result = {0};
    BufferAgreement *buffers = ARENA_ARRAY(arena, BufferAgreement, launch->buffer_count + 1);
    uint64_t end = 0;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        buffers[i] = compare_buffer(arena, buffer, memory, other);
        result.total += buffers[i].total;
        result.different += buffers[i].different;
        if (buffers[i].largest_ulps > result.largest_ulps)
            result.largest_ulps = buffers[i].largest_ulps;
        compare_guard(&result, launch, memory, other, end, buffer->offset_bytes);
        end = buffer->offset_bytes + buffer_bytes(buffer);
        end = (end + GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
    }
    compare_guard(&result, launch, memory, other, end, launch->arena_bytes);
    result.buffers = buffers;
    return result;
}

const char *agreement_value_text(Arena *arena, ScalarType type, const uint8_t *bytes)
{
    if (scalar_is_half(type))
        return arena_printf(arena, "%s 0x%02x%02x", type == SCALAR_F16 ? "half" : "bfloat16",
                            bytes[1], bytes[0]);
    return arena_printf(arena, type == SCALAR_F64 ? "%.17g" : "%.9g", number_at(type, bytes));
}
