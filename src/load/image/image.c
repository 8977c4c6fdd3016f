/* An image is one block of memory with a count before it. */
#include "load/image/image.h"
#include "base/hash.h"
#include "vm/page.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct Held {
    LaunchImage image;
    atomic_int holders;
} Held;

/* Where the next part of the block goes. */
typedef struct Room {
    uint8_t *bytes; /* NULL: it is only measured */
    uint64_t used;
} Room;

static void *put(Room *room, const void *bytes, uint64_t size)
{
    void *at = room->bytes ? room->bytes + room->used : NULL;
    if (at && size && bytes)
        memcpy(at, bytes, size);
    room->used += page_rounded(size);
    return at;
}

static const char *put_text(Room *room, const char *text)
{
    return text ? put(room, text, strlen(text) + 1) : NULL;
}

/* A copy of it in the room. */
static Held *put_image(Room *room, const LaunchImage *image)
{
    Held held = {.image = *image};
    ImageBuffer *buffers;
    Held *at = put(room, &held, sizeof held);
    LaunchImage copy = *image;
    copy.path = put_text(room, image->path);
    copy.kernel = put_text(room, image->kernel);
    copy.arguments = put(room, image->arguments, image->argument_bytes);
    copy.buffers = buffers =
        put(room, image->buffers, (uint64_t)image->buffer_count * sizeof *buffers);
    for (int i = 0; i < image->buffer_count; ++i) {
        const ImageBuffer *from = &image->buffers[i];
        ImageBuffer buffer = *from;
        buffer.element = NULL;
        buffer.name = put_text(room, from->name);
        buffer.content = put(room, from->content, from->bytes);
        buffer.pieces = put(room, from->pieces, (uint64_t)from->piece_count * sizeof *from->pieces);
        if (buffers)
            buffers[i] = buffer;
    }
    if (at)
        at->image = copy;
    return at;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? hash_bytes(hash, text, strlen(text) + 1) : hash_u64(hash, 0);
}

static uint64_t key_of(const LaunchImage *image)
{
    uint64_t hash = hash_text(HASH_START, image->kernel);
    hash = hash_bytes(hash, &image->grid, sizeof image->grid);
    hash = hash_bytes(hash, &image->block, sizeof image->block);
    hash = hash_u64(hash, image->shared_bytes);
    hash = hash_bytes(hash, image->arguments, image->argument_bytes);
    for (int i = 0; i < image->buffer_count; ++i) {
        const ImageBuffer *buffer = &image->buffers[i];
        hash = hash_text(hash, buffer->name);
        hash = hash_u64(hash, buffer->is_variable);
        hash = hash_u64(hash_u64(hash, buffer->bytes), (uint64_t)buffer->piece_count);
        hash = hash_bytes(hash, buffer->content, buffer->bytes);
        for (int p = 0; p < buffer->piece_count; ++p)
            hash = hash_u64(hash_u64(hash_u64(hash, buffer->pieces[p].from), buffer->pieces[p].to),
                            buffer->pieces[p].kind);
    }
    return hash;
}

LaunchImage *image_start(const LaunchImage *image)
{
    Room room = {.bytes = NULL};
    put_image(&room, image);
    room = (Room){.bytes = page_alloc_aligned(room.used)};
    Held *held = put_image(&room, image);
    atomic_init(&held->holders, 1);
    return &held->image;
}

const LaunchImage *image_end(LaunchImage *image)
{
    image->key = key_of(image);
    return image;
}

const LaunchImage *image_hold(const LaunchImage *image)
{
    if (image)
        atomic_fetch_add(&((Held *)(uintptr_t)image)->holders, 1);
    return image;
}

void image_release(const LaunchImage *image)
{
    Held *held = (Held *)(uintptr_t)image;
    if (held && atomic_fetch_sub(&held->holders, 1) == 1)
        page_free_aligned(held);
}
