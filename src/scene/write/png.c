/* PNG through libpng, into memory and then to the file in one go. libpng reports errors by longjmp,
 * which stays inside encode: nothing but plain values lives across it. */
#include "base/file.h"
#include "scene/paint/canvas.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

enum { ZLIB_LEVEL = 3 };

typedef struct PngOut {
    Arena *arena;
    unsigned char *bytes;
    size_t length, capacity;
    Arena *owner; /* of the error */
    const Phrase *error;
} PngOut;

static void on_error(png_structp png, png_const_charp message)
{
    PngOut *out = png_get_error_ptr(png);
    out->error = phrase_new(out->owner, "the PNG writer says: %s", message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t length)
{
    PngOut *out = png_get_io_ptr(png);
    if (out->capacity - out->length < length) {
        size_t larger = 2 * out->capacity + length + 64 * 1024;
        unsigned char *grown = arena_alloc(out->arena, larger);
        if (out->length)
            memcpy(grown, out->bytes, out->length);
        out->bytes = grown;
        out->capacity = larger;
    }
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

static void on_flush(png_structp png)
{
    (void)png;
}

static void write_rows(png_structp png, const Canvas *canvas, unsigned char *line)
{
    for (int y = 0; y < canvas->height; y++) {
        const uint32_t *row = canvas->pixels + (size_t)y * (size_t)canvas->stride;
        for (int x = 0; x < canvas->width; x++) {
            line[3 * x] = (unsigned char)(row[x] >> 16);
            line[3 * x + 1] = (unsigned char)(row[x] >> 8);
            line[3 * x + 2] = (unsigned char)row[x];
        }
        png_write_row(png, line);
    }
}

static bool encode(PngOut *out, const Canvas *canvas)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, out, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        out->error = PHRASE_LITERAL("the PNG library could not be started");
        return false;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, out, on_write, on_flush);
    png_set_IHDR(png, info, (png_uint_32)canvas->width, (png_uint_32)canvas->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, ZLIB_LEVEL);
    png_set_filter(png, 0, PNG_FILTER_NONE);
    png_write_info(png, info);
    write_rows(png, canvas, arena_alloc(out->arena, 3 * (size_t)canvas->width + 1));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

bool canvas_write_png(Arena *arena, const Canvas *canvas, const char *path, const Phrase **reason)
{
    Arena *scratch = arena_new();
    PngOut out = {.arena = scratch, .owner = arena};
    bool good = false;
    if (canvas->width <= 0 || canvas->height <= 0)
        *reason = PHRASE_LITERAL("the picture has no pixels");
    else if (!encode(&out, canvas))
        *reason = out.error;
    else
        good = file_write(arena, path, out.bytes, out.length, reason);
    arena_free(scratch);
    return good;
}
