/* Numbers are written in 7 bits a byte, the lowest first. Contents are pieces of words that differ
 * and words that are repeated. Everything that is read may come from anybody: a number too large, a
 * piece out of order or a text that ends early is no image. */
#include "load/image/text.h"
#include "base/packing/letters.h"
#include "vm/page.h"

#include <string.h>

enum {
    VERSION = 2, /* 1 had addresses of another form */
    ARGUMENTS_MOST = 1 << 16,
    TEXT_MOST = 1 << 13,
    LEAST_REPEAT = 3, /* words */
    WORD = sizeof(uint32_t)
};

/* ---- writing ---- */

typedef struct Writer {
    Arena *arena;
    uint8_t *bytes;
    int count, capacity;
} Writer;

static void put_byte(Writer *w, uint8_t byte)
{
    *ARENA_PUSH(w->arena, w->bytes, w->count, w->capacity) = byte;
}

static void put_number(Writer *w, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        put_byte(w, (uint8_t)(number | 0x80));
    put_byte(w, (uint8_t)number);
}

static void put_bytes(Writer *w, const void *bytes, uint64_t size)
{
    for (uint64_t i = 0; i < size; ++i)
        put_byte(w, ((const uint8_t *)bytes)[i]);
}

static void put_text(Writer *w, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    put_number(w, length);
    put_bytes(w, text, length);
}

static uint32_t word_at(const uint8_t *content, uint64_t index)
{
    uint32_t word;
    memcpy(&word, content + index * WORD, WORD);
    return word;
}

/* How many words from index on are the same. */
static uint64_t repeats(const uint8_t *content, uint64_t index, uint64_t count)
{
    uint64_t end = index + 1;
    while (end < count && word_at(content, end) == word_at(content, index))
        ++end;
    return end - index;
}

static void put_content(Writer *w, const uint8_t *content, uint64_t bytes)
{
    uint64_t count = bytes / WORD;
    for (uint64_t at = 0; at < count;) {
        uint64_t same = repeats(content, at, count), end = at;
        if (same >= LEAST_REPEAT) {
            put_number(w, same << 1 | 1);
            put_bytes(w, content + at * WORD, WORD);
            at += same;
            continue;
        }
        while (end < count && (same = repeats(content, end, count)) < LEAST_REPEAT)
            end += same;
        put_number(w, (end - at) << 1);
        put_bytes(w, content + at * WORD, (end - at) * WORD);
        at = end;
    }
    put_bytes(w, content + count * WORD, bytes % WORD);
}

static void put_buffer(Writer *w, const ImageBuffer *buffer)
{
    put_number(w, buffer->is_variable);
    put_text(w, buffer->name);
    put_number(w, buffer->bytes);
    put_number(w, (uint64_t)buffer->piece_count);
    for (int i = 0; i < buffer->piece_count; ++i) {
        put_number(w, buffer->pieces[i].from);
        put_number(w, buffer->pieces[i].to - buffer->pieces[i].from);
        put_number(w, buffer->pieces[i].kind == PIECE_LEFT);
    }
    put_content(w, buffer->content, buffer->bytes);
}

uint64_t image_bytes(const LaunchImage *image)
{
    uint64_t bytes = 0;
    for (int i = 0; i < image->buffer_count; ++i)
        bytes += image->buffers[i].bytes;
    return bytes;
}

const char *image_write(Arena *arena, const LaunchImage *image, uint64_t most)
{
    Writer w = {.arena = arena};
    if (image_bytes(image) > most)
        return NULL;
    put_number(&w, VERSION);
    put_text(&w, image->kernel);
    put_number(&w, (uint64_t)image->number);
    for (int axis = 0; axis < 3; ++axis) {
        put_number(&w, dim3_along(image->grid, axis));
        put_number(&w, dim3_along(image->block, axis));
    }
    put_number(&w, image->shared_bytes);
    put_number(&w, image->argument_bytes);
    put_bytes(&w, image->arguments, image->argument_bytes);
    put_number(&w, (uint64_t)image->buffer_count);
    for (int i = 0; i < image->buffer_count; ++i)
        put_buffer(&w, &image->buffers[i]);
    return letters_write(arena, w.bytes, (size_t)w.count);
}

/* ---- reading ---- */

typedef struct Reader {
    Arena *arena;
    const uint8_t *at, *end;
    uint64_t room; /* bytes that buffers may still have */
    bool is_wrong;
} Reader;

/* A number of at most so much; 0 where there is none. */
static uint64_t take_number(Reader *r, uint64_t most)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 63 && r->at < r->end; shift += 7) {
        uint8_t byte = *r->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte & 0x80)
            continue;
        r->is_wrong |= number > most;
        return r->is_wrong ? 0 : number;
    }
    r->is_wrong = true;
    return 0;
}

/* So many bytes; zeros where there are not as many. */
static void take_bytes(Reader *r, void *out, uint64_t size)
{
    if (size > (uint64_t)(r->end - r->at)) {
        r->is_wrong = true;
        return;
    }
    memcpy(out, r->at, size);
    r->at += size;
}

/* A text of letters that are shown; NULL for none. */
static const char *take_text(Reader *r)
{
    uint64_t length = take_number(r, TEXT_MOST);
    char *text = arena_alloc(r->arena, length + 1);
    take_bytes(r, text, length);
    for (uint64_t i = 0; i < length; ++i)
        r->is_wrong |= (unsigned char)text[i] < ' ' || text[i] == 0x7f;
    return length ? text : NULL;
}

static void take_content(Reader *r, uint8_t *content, uint64_t bytes)
{
    uint64_t count = bytes / WORD;
    for (uint64_t at = 0; at < count && !r->is_wrong;) {
        uint64_t head = take_number(r, (count - at) << 1 | 1), words = head >> 1;
        r->is_wrong |= words == 0 || words > count - at;
        if (r->is_wrong)
            return;
        take_bytes(r, content + at * WORD, head & 1 ? WORD : words * WORD);
        for (uint64_t i = 1; head & 1 && i < words; ++i)
            memcpy(content + (at + i) * WORD, content + at * WORD, WORD);
        at += words;
    }
    take_bytes(r, content + count * WORD, bytes % WORD);
}

/* In their order, apart from each other. */
static void take_pieces(Reader *r, ImageBuffer *buffer)
{
    uint64_t last = 0;
    int count = (int)take_number(r, (uint64_t)(r->end - r->at));
    BufferPiece *pieces = ARENA_ARRAY(r->arena, BufferPiece, count + 1);
    for (int i = 0; i < count && !r->is_wrong; ++i) {
        uint64_t from = take_number(r, buffer->bytes);
        uint64_t size = take_number(r, buffer->bytes);
        pieces[i] =
            (BufferPiece){from, from + size, take_number(r, 1) ? PIECE_LEFT : PIECE_UNSET, 0};
        r->is_wrong |= from < last || size == 0 || pieces[i].to > buffer->bytes;
        last = pieces[i].to;
    }
    buffer->pieces = pieces;
    buffer->piece_count = r->is_wrong ? 0 : count;
}

static ImageBuffer take_buffer(Reader *r)
{
    ImageBuffer buffer = {.is_variable = take_number(r, 1) != 0};
    buffer.name = take_text(r);
    buffer.bytes = take_number(r, r->room);
    r->room -= buffer.bytes;
    take_pieces(r, &buffer);
    uint8_t *content = r->is_wrong ? NULL : page_reserve(buffer.bytes + WORD);
    buffer.content = content;
    if (content)
        take_content(r, content, buffer.bytes);
    else
        r->is_wrong = true;
    return buffer;
}

static LaunchImage take_image(Reader *r)
{
    uint64_t extents[6];
    LaunchImage image = {.path = NULL};
    r->is_wrong |= take_number(r, VERSION) != VERSION;
    image.kernel = take_text(r);
    image.number = (int)take_number(r, INT32_MAX);
    for (int i = 0; i < 6; ++i)
        extents[i] = take_number(r, UINT32_MAX);
    image.grid = (Dim3){(uint32_t)extents[0], (uint32_t)extents[2], (uint32_t)extents[4]};
    image.block = (Dim3){(uint32_t)extents[1], (uint32_t)extents[3], (uint32_t)extents[5]};
    image.shared_bytes = (uint32_t)take_number(r, UINT32_MAX);
    image.argument_bytes = (uint32_t)take_number(r, ARGUMENTS_MOST);
    uint8_t *arguments = arena_alloc(r->arena, (uint64_t)image.argument_bytes + 1);
    take_bytes(r, arguments, image.argument_bytes);
    image.arguments = arguments;
    int count = (int)take_number(r, LAUNCH_BUFFER_LIMIT);
    ImageBuffer *buffers = ARENA_ARRAY(r->arena, ImageBuffer, count + 1);
    image.buffers = buffers;
    while (image.buffer_count < count && !r->is_wrong)
        buffers[image.buffer_count++] = take_buffer(r);
    r->is_wrong |= !image.kernel || r->at != r->end;
    return image;
}

const LaunchImage *image_read(const char *path, const char *text, uint64_t most)
{
    Arena *arena = arena_new();
    unsigned char *bytes;
    size_t length;
    Reader r = {.arena = arena, .room = most};
    const LaunchImage *image = NULL;
    if (letters_read(arena, text, &bytes, &length)) {
        r.at = bytes;
        r.end = bytes + length;
        LaunchImage read = take_image(&r);
        read.path = path;
        if (!r.is_wrong)
            image = image_end(image_start(&read));
        for (int i = 0; i < read.buffer_count; ++i)
            page_unreserve((void *)(uintptr_t)read.buffers[i].content,
                           read.buffers[i].bytes + WORD);
    }
    arena_free(arena);
    return image;
}
