/* The first content of the arena, any piece on its own: every scalar is a function of the launch
 * and of its place, so that pages can be made when they are first touched, in any order, on any
 * thread. */
#include "base/clones.h"
#include "base/hash.h"
#include "vm/lanes/half.h"
#include "vm/launch.h"

#include <string.h>

enum { PIECE_BYTES = 512, SHORT_ROW = 16 /* scalars */ };

static void fill_words(uint32_t word, uint64_t at, uint8_t *out, uint64_t size)
{
    uint8_t bytes[4];
    memcpy(bytes, &word, 4);
    if (at % 4 == 0 && size % 4 == 0)
        for (uint64_t i = 0; i < size; i += 4)
            memcpy(out + i, bytes, 4);
    else
        for (uint64_t i = 0; i < size; ++i)
            out[i] = bytes[(at + i) % 4];
}

/* The bits of a number in memory. */
static uint64_t number_bits(ScalarType type, double number)
{
    uint64_t bits = 0;
    float single = (float)number;
    switch (type) {
    case SCALAR_F32: memcpy(&bits, &single, 4); break;
    case SCALAR_F64: memcpy(&bits, &number, 8); break;
    case SCALAR_F16: bits = half_from_double(number); break;
    case SCALAR_BF16: bits = bfloat_from_double(number); break;
    case SCALAR_BOOL: bits = number != 0; break;
    default: bits = (uint64_t)(int64_t)number; break;
    }
    return bits;
}

/* Writers of the bits of count scalars from index on, at most PIECE_BYTES of them. */
typedef void BitsWriter(const Buffer *buffer, uint64_t index, uint32_t count, uint64_t *bits);

/* A number below 2^24, modulo 3. With 3 q + r for the number, the product modulo 2^30 is
 * r * 357913942 + 2 q, and three times that r * 2^30 + 2 r + 6 q, of which the last two are less
 * than 2^30. */
static inline uint32_t rest_of_three(uint32_t number)
{
    return (number * 357913942 & ((1u << 30) - 1)) * 3 >> 30;
}

/* Numbers of one row, at most PIECE_BYTES. Neighbours in a row and in a column lie in different
 * thirds of 1..9, so they are never equal; within its third a number follows a hash: bits 40 to 63
 * of hash_u64(row_hash, col + i), of which halves of 32 bits are worked out. */
static HOST_CLONES void ints_of_row(const Buffer *buffer, uint64_t row, uint64_t col,
                                    uint32_t count, uint32_t *numbers)
{
    uint64_t row_hash = hash_u64(HASH_START ^ buffer->seed, row);
    uint32_t third = (row + 2 * col + buffer->seed) % 3;
    uint32_t factor_low = (uint32_t)HASH_FACTOR, factor_high = (uint32_t)(HASH_FACTOR >> 32);
    uint32_t first = (uint32_t)col, low = (uint32_t)row_hash;
    uint32_t before = (uint32_t)((row_hash ^ col) >> 32) * factor_low;
    uint32_t after = (uint32_t)((row_hash ^ (col + count)) >> 32) * factor_low;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t word = low ^ (first + i);
        uint32_t product = (uint32_t)((uint64_t)word * factor_low >> 32);
        uint32_t hash = product + word * factor_high + (first + i < first ? after : before);
        numbers[i] = 1 + 3 * rest_of_three(third + 2 * i) + rest_of_three(hash >> 8);
    }
}

/* The same of rows so short that a loop over one of them is not worth it. */
static HOST_CLONES void ints_of_short_rows(const Buffer *buffer, uint64_t row, uint32_t col,
                                           uint32_t count, uint32_t *numbers)
{
    uint64_t start = HASH_START ^ buffer->seed;
    uint32_t cols = (uint32_t)buffer->cols, third = (row + buffer->seed) % 3;
    uint32_t reciprocal = (1 << 16) / cols + 1; /* exact for what is divided here */
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t down = (col + i) * reciprocal >> 16, across = col + i - down * cols;
        uint64_t hash = hash_u64(hash_u64(start, row + down), across);
        numbers[i] = 1 + 3 * rest_of_three(third + down + 2 * across) +
                     rest_of_three((uint32_t)(hash >> 40));
    }
}

/* FILL_INTS: whole numbers 1 to 9, of so many scalars, at most PIECE_BYTES. */
static void ints_from(const Buffer *buffer, uint64_t index, uint32_t count, uint32_t *numbers)
{
    uint64_t row = buffer->cols ? index / buffer->cols : 0, col = index - row * buffer->cols;
    if (buffer->cols && buffer->cols < SHORT_ROW) {
        ints_of_short_rows(buffer, row, (uint32_t)col, count, numbers);
        return;
    }
    for (uint32_t done = 0, take; done < count; done += take, ++row, col = 0) {
        bool ends_row = buffer->cols && buffer->cols - col < count - done;
        take = ends_row ? (uint32_t)(buffer->cols - col) : count - done;
        ints_of_row(buffer, row, col, take, numbers + done);
    }
}

static void ints_bits(const Buffer *buffer, uint64_t index, uint32_t count, uint64_t *bits)
{
    uint64_t bits_of[10];
    uint32_t numbers[PIECE_BYTES];
    for (int number = 0; number < 10; ++number)
        bits_of[number] = number_bits(buffer->type, number);
    ints_from(buffer, index, count, numbers);
    for (uint32_t i = 0; i < count; ++i)
        bits[i] = bits_of[numbers[i]];
}

static HOST_CLONES void pack_floats(uint32_t count, const uint32_t *numbers, uint8_t *out)
{
    for (uint32_t i = 0; i < count; ++i) {
        float number = (float)(int32_t)numbers[i];
        memcpy(out + (size_t)i * 4, &number, 4);
    }
}

static HOST_CLONES void pack_bytes(uint32_t count, const uint32_t *numbers, uint8_t *out)
{
    for (uint32_t i = 0; i < count; ++i)
        out[i] = (uint8_t)numbers[i];
}

/* Types of which FILL_INTS has a quicker way than scalar by scalar. */
static bool is_quickly_filled(ScalarType type)
{
    return type == SCALAR_F32 || type == SCALAR_I32 || type == SCALAR_U32 || type == SCALAR_I8 ||
           type == SCALAR_U8;
}

/* FILL_INTS of whole scalars of those types. */
static void fill_ints(const Buffer *buffer, uint64_t index, uint64_t count, uint8_t *out)
{
    uint32_t numbers[PIECE_BYTES], bytes = scalar_size_bytes(buffer->type);
    for (uint32_t take; count; index += take, count -= take, out += (size_t)take * bytes) {
        take = count < PIECE_BYTES ? (uint32_t)count : PIECE_BYTES;
        ints_from(buffer, index, take, numbers);
        if (buffer->type == SCALAR_F32)
            pack_floats(take, numbers, out);
        else if (bytes == 1)
            pack_bytes(take, numbers, out);
        else
            memcpy(out, numbers, (size_t)take * 4);
    }
}

static uint64_t random_scalar(const Buffer *buffer, uint64_t index)
{
    uint64_t hash = hash_u64(hash_u64(HASH_START ^ buffer->seed, index), index);
    switch (buffer->type) {
    case SCALAR_F64: return number_bits(SCALAR_F64, (double)(hash >> 11) * 0x1p-52 - 1);
    case SCALAR_F32: return number_bits(SCALAR_F32, (double)(hash >> 40) * 0x1p-23 - 1);
    case SCALAR_F16: return number_bits(SCALAR_F16, (double)(hash >> 53) * 0x1p-10 - 1);
    case SCALAR_BF16: return number_bits(SCALAR_BF16, (double)(hash >> 56) * 0x1p-7 - 1);
    case SCALAR_BOOL: return hash >> 63;
    default: break;
    }
    if (scalar_is_signed(buffer->type))
        return (uint64_t)((int64_t)((hash >> 32) % 19) - 9);
    return (hash >> 32) % 10;
}

static void random_bits(const Buffer *buffer, uint64_t index, uint32_t count, uint64_t *bits)
{
    for (uint32_t i = 0; i < count; ++i)
        bits[i] = random_scalar(buffer, index + i);
}

uint64_t launch_poison(ScalarType type)
{
    if (scalar_is_float(type))
        return number_bits(type, -8888);
    uint32_t scalar_bytes = scalar_size_bytes(type);
    if (scalar_bytes < 4)
        return LAUNCH_POISON_WORD >> (32 - 8 * scalar_bytes);
    return (uint64_t)LAUNCH_POISON_WORD << 32 | LAUNCH_POISON_WORD;
}

/* Scalar after scalar, from a place on that may lie inside of one. */
static void fill_poison(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size)
{
    uint64_t poison = buffer->unset_word ? buffer->unset_word : launch_poison(buffer->type);
    uint32_t scalar_bytes =
        buffer->unset_word ? sizeof buffer->unset_word : scalar_size_bytes(buffer->type);
    uint8_t scalar[sizeof poison], piece[PIECE_BYTES];
    memcpy(scalar, &poison, sizeof poison);
    for (uint32_t i = 0; i < scalar_bytes; ++i)
        piece[i] = scalar[(at + i) % scalar_bytes];
    for (uint32_t done = scalar_bytes; done < PIECE_BYTES && done < size; done *= 2)
        memcpy(piece + done, piece, done);
    for (uint64_t take; size; size -= take, out += take) {
        take = size < PIECE_BYTES ? size : PIECE_BYTES;
        memcpy(out, piece, take);
    }
}

static void pack(uint32_t scalar_bytes, uint32_t count, const uint64_t *bits, uint8_t *out)
{
    if (scalar_bytes == 4)
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t word = (uint32_t)bits[i];
            memcpy(out + (size_t)i * 4, &word, 4);
        }
    else if (scalar_bytes == 1)
        for (uint32_t i = 0; i < count; ++i)
            out[i] = (uint8_t)bits[i];
    else
        for (uint32_t i = 0; i < count; ++i)
            memcpy(out + (size_t)i * scalar_bytes, &bits[i], scalar_bytes);
}

/* size bytes from offset `at` of the buffer on, one piece of whole scalars at a time. */
static void fill_scalars(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size,
                         BitsWriter *write)
{
    uint32_t scalar_bytes = scalar_size_bytes(buffer->type);
    while (size) {
        uint64_t bits[PIECE_BYTES];
        uint8_t piece[PIECE_BYTES];
        uint64_t start = at / scalar_bytes * scalar_bytes, skip = at - start;
        uint64_t take = PIECE_BYTES - skip < size ? PIECE_BYTES - skip : size;
        uint32_t count = (uint32_t)((skip + take + scalar_bytes - 1) / scalar_bytes);
        write(buffer, start / scalar_bytes, count, bits);
        pack(scalar_bytes, count, bits, piece);
        memcpy(out, piece + skip, take);
        at += take;
        out += take;
        size -= take;
    }
}

/* ---- structs of several types ---- */

/* The part [at, at + size) of one element; at may be negative. */
typedef struct Element {
    const Buffer *buffer;
    uint64_t index;
    uint32_t leaf; /* scalars of the element that were passed already */
    int64_t at, size;
    uint8_t *out;
} Element;

static void fill_leaf(Element *element, ScalarType type, uint32_t offset)
{
    Buffer as_leaf = {.type = type, .seed = element->buffer->seed};
    uint32_t number;
    uint64_t bits;
    ints_of_row(&as_leaf, element->index, element->leaf, 1, &number);
    bits = element->buffer->fill == FILL_RANDOM
               ? random_scalar(&as_leaf, hash_u64(element->index, element->leaf))
               : number_bits(type, (double)number);
    uint8_t bytes[sizeof bits];
    memcpy(bytes, &bits, sizeof bits);
    for (uint32_t i = 0; i < scalar_size_bytes(type); ++i) {
        int64_t to = (int64_t)(offset + i) - element->at;
        if (to >= 0 && to < element->size)
            element->out[to] = bytes[i];
    }
    ++element->leaf;
}

static void fill_type(Element *element, const Type *type, uint32_t offset)
{
    if (type->kind == TYPE_SCALAR)
        fill_leaf(element, type->scalar, offset);
    else if (type->kind == TYPE_POINTER)
        fill_leaf(element, SCALAR_U64, offset);
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length; ++i)
        fill_type(element, type->element, offset + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        fill_type(element, type->fields[i].type, offset + type->fields[i].offset_bytes);
}

static void fill_mixed(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size)
{
    memset(out, 0, size);
    uint64_t bytes = buffer->element_bytes;
    for (uint64_t index = at / bytes; index * bytes < at + size; ++index) {
        Element element = {.buffer = buffer,
                           .index = index,
                           .at = (int64_t)at - (int64_t)(index * bytes),
                           .size = (int64_t)size,
                           .out = out};
        fill_type(&element, buffer->element, 0);
    }
}

static void fill_bytes(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size)
{
    uint64_t given = at >= buffer->byte_count ? 0 : buffer->byte_count - at;
    if (given > size)
        given = size;
    if (given)
        memcpy(out, (const uint8_t *)buffer->bytes + at, given);
    memset(out + given, 0, size - given);
}

static void fill_whole(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size)
{
    if (buffer->is_mixed && (buffer->fill == FILL_INTS || buffer->fill == FILL_RANDOM)) {
        fill_mixed(buffer, at, out, size);
        return;
    }
    uint32_t scalar_bytes = scalar_size_bytes(buffer->type);
    switch (buffer->fill) {
    case FILL_ZEROS: memset(out, 0, size); break;
    case FILL_POISON: fill_poison(buffer, at, out, size); break;
    case FILL_INTS:
        if (is_quickly_filled(buffer->type) && at % scalar_bytes == 0 && size % scalar_bytes == 0)
            fill_ints(buffer, at / scalar_bytes, size / scalar_bytes, out);
        else
            fill_scalars(buffer, at, out, size, ints_bits);
        break;
    case FILL_RANDOM: fill_scalars(buffer, at, out, size, random_bits); break;
    case FILL_BYTES: fill_bytes(buffer, at, out, size); break;
    }
}

int buffer_piece_at(const Buffer *buffer, uint64_t at)
{
    int low = 0, high = buffer->piece_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (buffer->pieces[middle].to > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void fill_buffer(const Buffer *buffer, uint64_t at, uint8_t *out, uint64_t size)
{
    fill_whole(buffer, at, out, size);
    for (int i = buffer_piece_at(buffer, at); i < buffer->piece_count; ++i) {
        const BufferPiece *piece = &buffer->pieces[i];
        uint64_t from = piece->from > at ? piece->from - at : 0;
        if (from >= size)
            return;
        uint64_t take = (piece->to - at < size ? piece->to - at : size) - from;
        if (piece->kind == PIECE_UNSET)
            fill_poison(buffer, at + from, out + from, take);
        else if (piece->kind == PIECE_BYTE)
            memset(out + from, piece->byte, take);
    }
}

static void zero_words(uint8_t *bytes, uint64_t at, uint64_t size, uint32_t word)
{
    for (uint64_t i = -at & 3; i + sizeof word <= size; i += sizeof word)
        if (memcmp(bytes + i, &word, sizeof word) == 0)
            memset(bytes + i, 0, sizeof word);
}

/* What of the piece nobody has filled gets zeros. */
static void zero_unset(const Buffer *buffer, uint64_t at, uint8_t *bytes, uint64_t size)
{
    uint32_t word = buffer->unset_word ? buffer->unset_word : LAUNCH_POISON_WORD;
    if (buffer->fill == FILL_POISON)
        zero_words(bytes, at, size, word);
    for (int i = buffer_piece_at(buffer, at); i < buffer->piece_count; ++i) {
        const BufferPiece *piece = &buffer->pieces[i];
        uint64_t from = piece->from > at ? piece->from : at;
        uint64_t to = piece->to < at + size ? piece->to : at + size;
        if (from >= to)
            return;
        if (piece->kind != PIECE_BYTE)
            zero_words(bytes + (from - at), from, to - from, word);
    }
}

/* The first byte from at on where a buffer starts. */
static uint64_t next_buffer_start(const Launch *launch, uint64_t at)
{
    for (int i = launch_buffers_before(launch, at); i < launch->buffer_count; ++i)
        if (buffer_bytes(&launch->buffers[i]))
            return launch->buffers[i].offset_bytes;
    return UINT64_MAX;
}

void launch_fill(const Launch *launch, uint64_t at, void *out, size_t size)
{
    uint8_t *to = out;
    while (size) {
        int index = launch_buffer_at(launch, at);
        const Buffer *buffer = index < 0 ? NULL : &launch->buffers[index];
        uint64_t end =
            buffer ? buffer->offset_bytes + buffer_bytes(buffer) : next_buffer_start(launch, at);
        uint64_t take = end - at < size ? end - at : size;
        if (buffer)
            fill_buffer(buffer, at - buffer->offset_bytes, to, take);
        if (buffer && launch->unset_is_zero)
            zero_unset(buffer, at - buffer->offset_bytes, to, take);
        if (!buffer)
            fill_words(launch->guards_are_zero ? 0 : LAUNCH_GUARD_WORD, at, to, take);
        at += take;
        to += take;
        size -= take;
    }
}

/* What the scalar at that byte of the buffer holds as long as nothing has filled all of it; false:
 * something has. */
static bool unset_scalar(const Buffer *buffer, uint64_t at, uint32_t bytes, uint8_t *pattern)
{
    bool is_unset = buffer->fill == FILL_POISON, is_left = false;
    for (int i = buffer_piece_at(buffer, at); i < buffer->piece_count; ++i) {
        const BufferPiece *piece = &buffer->pieces[i];
        if (piece->from >= at + bytes)
            break;
        is_left |= piece->kind == PIECE_LEFT && bytes >= 4;
        is_unset = piece->kind == PIECE_UNSET ||
                   (is_unset && (piece->from > at || piece->to < at + bytes));
    }
    if (is_left)
        fill_poison(buffer, at, pattern, bytes);
    else if (is_unset)
        fill_buffer(buffer, at, pattern, bytes);
    return is_left || is_unset;
}

/* Whether a word is seen to be filled at a glance: it holds something else than words that are not,
 * and is no scalar of which a part is filled. */
static bool is_word_filled(const Buffer *buffer, uint64_t at, const void *bytes)
{
    uint32_t unset =
        buffer->unset_word ? buffer->unset_word : (uint32_t)launch_poison(buffer->type);
    int i = at % 4 == 0 ? buffer_piece_at(buffer, at) : 0;
    bool is_apart = i == buffer->piece_count || buffer->pieces[i].from >= at + 4 ||
                    (buffer->pieces[i].from <= at && buffer->pieces[i].to >= at + 4);
    return at % 4 == 0 && is_apart && memcmp(bytes, &unset, sizeof unset) != 0;
}

bool launch_is_unset(const Launch *launch, int index, uint64_t at, const void *bytes, uint32_t size)
{
    if (index < 0 || index >= launch->buffer_count)
        return false;
    const Buffer *buffer = &launch->buffers[index];
    uint32_t scalar_bytes = scalar_size_bytes(buffer->type);
    uint64_t offset = at - buffer->offset_bytes;
    if (!buffer_has_unset(buffer) || offset + size > buffer_bytes(buffer) ||
        (buffer->role != ROLE_INPUT && (scalar_bytes < 4 || size < 4)) ||
        (size == 4 && scalar_bytes == 4 && is_word_filled(buffer, offset, bytes)))
        return false;
    uint8_t pattern[8];
    for (uint32_t done = 0, take; done < size; done += take) {
        uint32_t skip = (uint32_t)((offset + done) % scalar_bytes);
        take = scalar_bytes - skip < size - done ? scalar_bytes - skip : size - done;
        if (unset_scalar(buffer, offset + done - skip, scalar_bytes, pattern) &&
            memcmp((const uint8_t *)bytes + done, pattern + skip, take) == 0)
            return true;
    }
    return false;
}
