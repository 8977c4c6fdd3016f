/* Writing takes the longest of the last few places where the same three bytes stand, and fixed
 * codes: source gets to two fifths, and zlib with codes of its own would get to one third. */
#include "base/packing/deflate.h"

#include <stdint.h>
#include <string.h>

enum {
    WINDOW = 1 << 15, /* so far back a copy reaches */
    SHORTEST = 3,
    LONGEST = 258,
    LENGTH_CODES = 29,
    DISTANCE_CODES = 30,
    LITERALS = 288, /* letters, the end, lengths */
    END = 256,
    MOST_BITS = 15,
    HASH_BITS = 13,
    TRIES = 64
};

static const uint16_t length_base[LENGTH_CODES] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                   15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                   67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[LENGTH_CODES] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_base[DISTANCE_CODES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_extra[DISTANCE_CODES] = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                       4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                       9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

/* How many bits the fixed code of a letter or length has. */
static int fixed_bits(int symbol)
{
    return symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
}

/* ---- writing ---- */

typedef struct Writer {
    Arena *arena;
    unsigned char *out;
    int length, capacity;
    uint32_t bits;
    int held;
} Writer;

static void put_bits(Writer *writer, uint32_t value, int count)
{
    writer->bits |= value << writer->held;
    for (writer->held += count; writer->held >= 8; writer->held -= 8) {
        *ARENA_PUSH(writer->arena, writer->out, writer->length, writer->capacity) =
            (unsigned char)writer->bits;
        writer->bits >>= 8;
    }
}

/* Codes begin with their highest bit. */
static void put_code(Writer *writer, uint32_t code, int count)
{
    for (int i = count - 1; i >= 0; --i)
        put_bits(writer, code >> i & 1, 1);
}

static void put_symbol(Writer *writer, int symbol)
{
    static const uint16_t starts[] = {0x30, 0x190, 0, 0xc0}, firsts[] = {0, 144, 256, 280};
    int group = symbol < 144 ? 0 : symbol < 256 ? 1 : symbol < 280 ? 2 : 3;
    put_code(writer, (uint32_t)(starts[group] + symbol - firsts[group]), fixed_bits(symbol));
}

/* The last code whose base is not above the value. */
static int code_for(const uint16_t *bases, int count, int value)
{
    int code = count - 1;
    while (bases[code] > value)
        --code;
    return code;
}

static void put_copy(Writer *writer, int length, int distance)
{
    int code = code_for(length_base, LENGTH_CODES, length);
    put_symbol(writer, END + 1 + code);
    put_bits(writer, (uint32_t)(length - length_base[code]), length_extra[code]);
    code = code_for(distance_base, DISTANCE_CODES, distance);
    put_code(writer, (uint32_t)code, 5);
    put_bits(writer, (uint32_t)(distance - distance_base[code]), distance_extra[code]);
}

/* Where the same hash of three bytes stood last, and before that; -1: nowhere. */
typedef struct Chains {
    int *last, *before;
} Chains;

static uint32_t hash_at(const unsigned char *bytes)
{
    uint32_t three = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

static int length_of_match(const unsigned char *a, const unsigned char *b, size_t most)
{
    size_t length = 0;
    while (length < most && a[length] == b[length])
        ++length;
    return (int)length;
}

/* The longest earlier copy of what stands at a place; 0: none. */
static int find_copy(const Chains *chains, const unsigned char *bytes, size_t length, int at,
                     int *distance)
{
    size_t left = length - (size_t)at, most = left < LONGEST ? left : LONGEST;
    int best = 0;
    if (left < SHORTEST)
        return 0;
    int from = chains->last[hash_at(bytes + at)];
    for (int i = 0; i < TRIES && from >= 0 && at - from <= WINDOW;
         ++i, from = chains->before[from]) {
        int same = length_of_match(bytes + from, bytes + at, most);
        if (same > best) {
            best = same;
            *distance = at - from;
        }
    }
    return best >= SHORTEST ? best : 0;
}

static void remember(Chains *chains, const unsigned char *bytes, size_t length, int from, int to)
{
    for (int at = from; at < to && (size_t)at + SHORTEST <= length; ++at) {
        uint32_t hash = hash_at(bytes + at);
        chains->before[at] = chains->last[hash];
        chains->last[hash] = at;
    }
}

unsigned char *deflate_write(Arena *arena, const void *from, size_t length, size_t *out_length)
{
    const unsigned char *bytes = from;
    Writer writer = {.arena = arena};
    Chains chains = {ARENA_ARRAY(arena, int, 1 << HASH_BITS), ARENA_ARRAY(arena, int, length + 1)};
    memset(chains.last, 0xff, sizeof(int) << HASH_BITS);
    put_bits(&writer, 1 | 1 << 1, 3); /* the last block; fixed codes */
    for (int at = 0; (size_t)at < length;) {
        int distance = 0, copied = find_copy(&chains, bytes, length, at, &distance);
        int taken = copied ? copied : 1;
        if (copied)
            put_copy(&writer, copied, distance);
        else
            put_symbol(&writer, bytes[at]);
        remember(&chains, bytes, length, at, at + taken);
        at += taken;
    }
    put_symbol(&writer, END);
    put_bits(&writer, 0, 7);
    *out_length = (size_t)writer.length;
    return writer.out;
}

/* ---- reading ---- */

typedef struct Reader {
    const unsigned char *bytes;
    size_t length, at;
    uint32_t bits;
    int held;
    bool is_bad; /* bits were wanted behind the end, or mean nothing */
    Arena *arena;
    char *out;
    size_t out_length, out_capacity, limit;
} Reader;

/* How many codes there are of each length, and their symbols in order. */
typedef struct Codes {
    uint16_t counts[MOST_BITS + 1], symbols[LITERALS];
} Codes;

static uint32_t take_bits(Reader *reader, int count)
{
    while (reader->held < count) {
        reader->is_bad |= reader->at >= reader->length;
        reader->bits |= (uint32_t)(reader->is_bad ? 0 : reader->bytes[reader->at++])
                        << reader->held;
        reader->held += 8;
    }
    uint32_t value = reader->bits & ((1u << count) - 1);
    reader->bits >>= count;
    reader->held -= count;
    return value;
}

static bool make_room(Reader *reader, size_t more)
{
    size_t wanted = reader->out_length + more;
    if (wanted > reader->limit)
        reader->is_bad = true;
    if (reader->is_bad)
        return false;
    if (wanted <= reader->out_capacity)
        return true;
    size_t doubled = 2 * wanted < reader->limit ? 2 * wanted : reader->limit;
    char *grown = arena_alloc(reader->arena, doubled + 1);
    memcpy(grown, reader->out, reader->out_length);
    reader->out = grown;
    reader->out_capacity = doubled;
    return true;
}

static void put_byte(Reader *reader, int byte)
{
    if (make_room(reader, 1))
        reader->out[reader->out_length++] = (char)byte;
}

/* False if there are more codes than their lengths have room for. */
static bool codes_make(Codes *codes, const uint8_t *lengths, int count)
{
    uint16_t offsets[MOST_BITS + 1] = {0};
    int left = 1;
    *codes = (Codes){{0}, {0}};
    for (int i = 0; i < count; ++i)
        codes->counts[lengths[i]]++;
    codes->counts[0] = 0;
    for (int bits = 1; bits <= MOST_BITS; ++bits) {
        left = 2 * left - codes->counts[bits];
        if (left < 0)
            return false;
        if (bits < MOST_BITS)
            offsets[bits + 1] = (uint16_t)(offsets[bits] + codes->counts[bits]);
    }
    for (int i = 0; i < count; ++i)
        if (lengths[i])
            codes->symbols[offsets[lengths[i]]++] = (uint16_t)i;
    return true;
}

static int take_symbol(Reader *reader, const Codes *codes)
{
    int code = 0, first = 0, index = 0;
    for (int bits = 1; bits <= MOST_BITS && !reader->is_bad; ++bits) {
        code |= (int)take_bits(reader, 1);
        int count = codes->counts[bits];
        if (code - first < count)
            return codes->symbols[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    reader->is_bad = true;
    return END;
}

static void take_copy(Reader *reader, int length_code, const Codes *distances)
{
    if (length_code >= LENGTH_CODES) {
        reader->is_bad = true;
        return;
    }
    size_t length = length_base[length_code] + take_bits(reader, length_extra[length_code]);
    int code = take_symbol(reader, distances);
    if (reader->is_bad || code >= DISTANCE_CODES) {
        reader->is_bad = true;
        return;
    }
    size_t distance = distance_base[code] + take_bits(reader, distance_extra[code]);
    if (distance > reader->out_length || !make_room(reader, length)) {
        reader->is_bad = true;
        return;
    }
    for (char *to = reader->out + reader->out_length; length > 0; --length, ++to) {
        *to = to[-(ptrdiff_t)distance]; /* byte by byte: a copy may run into itself */
        reader->out_length++;
    }
}

static void take_block(Reader *reader, const Codes *literals, const Codes *distances)
{
    while (!reader->is_bad) {
        int symbol = take_symbol(reader, literals);
        if (symbol == END)
            return;
        if (symbol < END)
            put_byte(reader, symbol);
        else
            take_copy(reader, symbol - END - 1, distances);
    }
}

static void take_stored(Reader *reader)
{
    reader->bits = 0;
    reader->held = 0;
    size_t length = take_bits(reader, 16), inverse = take_bits(reader, 16);
    reader->is_bad |= length != (inverse ^ 0xffff) || length > reader->length - reader->at;
    if (!make_room(reader, length))
        return;
    memcpy(reader->out + reader->out_length, reader->bytes + reader->at, length);
    reader->out_length += length;
    reader->at += length;
}

static void take_fixed(Reader *reader)
{
    uint8_t lengths[LITERALS];
    Codes literals, distances;
    for (int i = 0; i < LITERALS; ++i)
        lengths[i] = (uint8_t)fixed_bits(i);
    codes_make(&literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCE_CODES);
    codes_make(&distances, lengths, DISTANCE_CODES);
    take_block(reader, &literals, &distances);
}

/* The lengths of the codes of a block, which are coded themselves: 16 repeats the last one, 17 and
 * 18 are zeros. */
static void take_lengths(Reader *reader, const Codes *codes, uint8_t *lengths, int count)
{
    for (int i = 0; i < count && !reader->is_bad;) {
        int symbol = take_symbol(reader, codes);
        if (symbol < 16) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        int repeats = symbol == 16   ? 3 + (int)take_bits(reader, 2)
                      : symbol == 17 ? 3 + (int)take_bits(reader, 3)
                                     : 11 + (int)take_bits(reader, 7);
        reader->is_bad |= repeats > count - i || (symbol == 16 && i == 0);
        for (uint8_t value = symbol == 16 && i ? lengths[i - 1] : 0; repeats > 0 && !reader->is_bad;
             --repeats)
            lengths[i++] = value;
    }
}

static void take_dynamic(Reader *reader)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0};
    Codes literals, distances;
    int literal_count = (int)take_bits(reader, 5) + 257,
        distance_count = (int)take_bits(reader, 5) + 1;
    int count = (int)take_bits(reader, 4) + 4;
    for (int i = 0; i < count; ++i)
        lengths[order[i]] = (uint8_t)take_bits(reader, 3);
    reader->is_bad |= !codes_make(&literals, lengths, sizeof order) || literal_count > 286;
    memset(lengths, 0, sizeof lengths);
    take_lengths(reader, &literals, lengths, literal_count + distance_count);
    reader->is_bad |= !lengths[END] || !codes_make(&literals, lengths, literal_count) ||
                      !codes_make(&distances, lengths + literal_count, distance_count);
    take_block(reader, &literals, &distances);
}

char *deflate_read(Arena *arena, const void *bytes, size_t length, size_t limit, size_t *out_length)
{
    Reader reader = {.bytes = bytes, .length = length, .arena = arena, .limit = limit};
    bool is_last = false;
    reader.out = arena_alloc(arena, 1);
    while (!is_last && !reader.is_bad) {
        is_last = take_bits(&reader, 1);
        switch (take_bits(&reader, 2)) {
        case 0: take_stored(&reader); break;
        case 1: take_fixed(&reader); break;
        case 2: take_dynamic(&reader); break;
        default: reader.is_bad = true;
        }
    }
    *out_length = reader.out_length;
    return reader.is_bad ? NULL : reader.out;
}
