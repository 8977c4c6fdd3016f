/* PNG without a library: the pixels are stored, not compressed. */
#include "base/file.h"
#include "scene/paint/canvas.h"

#include <string.h>

enum { STORED_MOST = 65535, CHUNK_FRAME = 12 };

typedef struct Png {
    unsigned char *bytes;
    size_t length;
} Png;

static void put(Png *png, const void *bytes, size_t length)
{
    memcpy(png->bytes + png->length, bytes, length);
    png->length += length;
}

static void put_u32(Png *png, uint32_t value)
{
    const unsigned char bytes[4] = {(unsigned char)(value >> 24), (unsigned char)(value >> 16),
                                    (unsigned char)(value >> 8), (unsigned char)value};
    put(png, bytes, sizeof bytes);
}

static uint32_t crc(const unsigned char *bytes, size_t length)
{
    uint32_t table[256], sum = UINT32_MAX;
    for (uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int bit = 0; bit < 8; ++bit)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320u : 0);
    }
    for (size_t i = 0; i < length; ++i)
        sum = sum >> 8 ^ table[(sum ^ bytes[i]) & 0xff];
    return ~sum;
}

static uint32_t adler(const unsigned char *bytes, size_t length)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < length; ++i) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put_chunk(Png *png, const char *name, const void *bytes, size_t length)
{
    put_u32(png, (uint32_t)length);
    size_t from = png->length;
    put(png, name, 4);
    put(png, bytes, length);
    put_u32(png, crc(png->bytes + from, length + 4));
}

/* The rows as a stream of zlib whose blocks are all stored. */
static size_t store(unsigned char *out, const unsigned char *rows, size_t length)
{
    Png stream = {.bytes = out};
    put(&stream, "\x78\x01", 2);
    for (size_t at = 0; at < length; at += STORED_MOST) {
        size_t part = length - at < STORED_MOST ? length - at : STORED_MOST;
        const unsigned char head[5] = {at + part == length, (unsigned char)part,
                                       (unsigned char)(part >> 8), (unsigned char)~part,
                                       (unsigned char)(~part >> 8)};
        put(&stream, head, sizeof head);
        put(&stream, rows + at, part);
    }
    put_u32(&stream, adler(rows, length));
    return stream.length;
}

static unsigned char *rows_of(Arena *arena, const Canvas *canvas, size_t *length)
{
    size_t row = 3 * (size_t)canvas->width + 1;
    *length = row * (size_t)canvas->height;
    unsigned char *rows = arena_alloc(arena, *length), *to = rows;
    for (int y = 0; y < canvas->height; ++y) {
        const uint32_t *from = canvas->pixels + (size_t)y * (size_t)canvas->stride;
        *to++ = 0; /* no filter */
        for (int x = 0; x < canvas->width; ++x, to += 3) {
            to[0] = (unsigned char)(from[x] >> 16);
            to[1] = (unsigned char)(from[x] >> 8);
            to[2] = (unsigned char)from[x];
        }
    }
    return rows;
}

static Png encode(Arena *arena, const Canvas *canvas)
{
    size_t length;
    const unsigned char *rows = rows_of(arena, canvas, &length);
    size_t stored = length + length / STORED_MOST * 5 + 16;
    unsigned char *stream = arena_alloc(arena, stored), head[13] = {[8] = 8, [9] = 2};
    Png png = {.bytes = arena_alloc(arena, stored + 8 + 3 * CHUNK_FRAME + sizeof head)};
    Png header = {.bytes = head};
    put_u32(&header, (uint32_t)canvas->width);
    put_u32(&header, (uint32_t)canvas->height);
    put(&png, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(&png, "IHDR", head, sizeof head);
    put_chunk(&png, "IDAT", stream, store(stream, rows, length));
    put_chunk(&png, "IEND", "", 0);
    return png;
}

bool canvas_write_png(Arena *arena, const Canvas *canvas, const char *path, const Phrase **reason)
{
    if (canvas->width <= 0 || canvas->height <= 0) {
        *reason = PHRASE_LITERAL("the picture has no pixels");
        return false;
    }
    Arena *scratch = arena_new();
    Png png = encode(scratch, canvas);
    bool good = file_write(arena, path, png.bytes, png.length, reason);
    arena_free(scratch);
    return good;
}
