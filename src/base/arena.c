/* Chunked bump allocation. The one rule: an address handed out never moves, so objects in an
 * arena may point at each other freely. */
#include "base/arena.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    size_t clean; /* from here on all bytes are zeros that nobody has touched */
    void *memory; /* to be freed; bytes is where it begins to be aligned */
    unsigned char *bytes;
} Chunk;

struct Arena {
    Chunk *first, *current;
    size_t used_bytes;
};

enum { CHUNK_BYTES = 64 * 1024, CHUNK_ALIGN = 64 };

/* No object is larger. Sizes are held against it before anything is added to them, so that the room
 * for alignment and for the rest of a chunk cannot overflow. */
static const size_t most_bytes = PTRDIFF_MAX - 2 * CHUNK_BYTES;

static _Noreturn void end_out_of_memory(void)
{
    fputs("tilestep: out of memory\n", stderr);
    exit(2);
}

static void *must_have_memory(void *pointer)
{
    if (!pointer)
        end_out_of_memory();
    return pointer;
}

static size_t checked_product(size_t item_size, size_t count)
{
    size_t size;
    if (__builtin_mul_overflow(item_size, count, &size))
        end_out_of_memory();
    return size;
}

static Chunk *chunk_new(size_t size)
{
    size = (size + CHUNK_ALIGN - 1) / CHUNK_ALIGN * CHUNK_ALIGN;
    bool is_large = size > 2 * CHUNK_BYTES; /* such zeros cost nothing until they are touched */
    Chunk *chunk = must_have_memory(calloc(1, sizeof *chunk));
    chunk->memory = must_have_memory(is_large ? calloc(1, size + CHUNK_ALIGN)
                                              : aligned_alloc(CHUNK_ALIGN, size));
    chunk->bytes = (unsigned char *)chunk->memory +
                   (CHUNK_ALIGN - (uintptr_t)chunk->memory % CHUNK_ALIGN) % CHUNK_ALIGN;
    chunk->size = size;
    chunk->clean = is_large ? 0 : size;
    return chunk;
}

Arena *arena_new(void)
{
    Arena *arena = must_have_memory(calloc(1, sizeof *arena));
    arena->first = arena->current = chunk_new(CHUNK_BYTES);
    return arena;
}

void arena_free(Arena *arena)
{
    if (!arena)
        return;
    for (Chunk *chunk = arena->first; chunk;) {
        Chunk *next = chunk->next;
        free(chunk->memory);
        free(chunk);
        chunk = next;
    }
    free(arena);
}

void arena_reset(Arena *arena)
{
    for (Chunk *chunk = arena->first; chunk; chunk = chunk->next)
        chunk->used = 0;
    arena->current = arena->first;
    arena->used_bytes = 0;
}

void arena_trim(Arena *arena, size_t keep_bytes)
{
    assert(arena->used_bytes == 0);
    Chunk *last = arena->first;
    for (size_t kept = last->size; last->next && kept + last->next->size <= keep_bytes;
         kept += last->size)
        last = last->next;
    for (Chunk *chunk = last->next; chunk;) {
        Chunk *next = chunk->next;
        free(chunk->memory);
        free(chunk);
        chunk = next;
    }
    last->next = NULL;
}

static size_t aligned_start(const Chunk *chunk, size_t align)
{
    return (chunk->used + align - 1) / align * align;
}

static bool fits_in_chunk(const Chunk *chunk, size_t size, size_t align)
{
    size_t start = aligned_start(chunk, align);
    return start <= chunk->size && size <= chunk->size - start;
}

static Chunk *chunk_with_room(Arena *arena, size_t size, size_t align)
{
    Chunk *chunk = arena->current;
    while (!fits_in_chunk(chunk, size, align)) {
        if (!chunk->next)
            chunk->next = chunk_new(size > CHUNK_BYTES / 4 ? size + CHUNK_BYTES : CHUNK_BYTES);
        chunk = chunk->next;
    }
    return arena->current = chunk;
}

/* As arena_alloc, with whatever the memory held before; that is zeros but for the first *dirty
 * bytes. */
static unsigned char *take_bytes(Arena *arena, uint64_t wanted, size_t *dirty)
{
    if (wanted > most_bytes)
        end_out_of_memory();
    size_t size = (size_t)wanted;
    size_t align = size >= 64 ? 64 : 16;
    Chunk *chunk = chunk_with_room(arena, size, align);
    size_t start = aligned_start(chunk, align);
    arena->used_bytes += start + size - chunk->used;
    chunk->used = start + size;
    *dirty = chunk->clean < start ? 0 : chunk->clean - start < size ? chunk->clean - start : size;
    if (chunk->clean < chunk->used)
        chunk->clean = chunk->used;
    return chunk->bytes + start;
}

void *arena_alloc(Arena *arena, uint64_t size)
{
    size_t dirty;
    unsigned char *bytes = take_bytes(arena, size, &dirty);
    return memset(bytes, 0, dirty);
}

void *arena_alloc_items(Arena *arena, size_t item_size, size_t count)
{
    return arena_alloc(arena, checked_product(item_size, count));
}

void *arena_room(Arena *arena, size_t item_size, size_t count)
{
    size_t dirty;
    return take_bytes(arena, checked_product(item_size, count), &dirty);
}

void *arena_copy(Arena *arena, const void *bytes, size_t size)
{
    size_t dirty;
    void *copy = take_bytes(arena, size, &dirty);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

char *arena_text(Arena *arena, const char *text, size_t length)
{
    size_t dirty;
    char *copy = (char *)take_bytes(arena, length <= most_bytes ? length + 1 : length, &dirty);
    if (length)
        memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

/* Most texts are short: they are formatted once, and copied. */
__attribute__((format(printf, 2, 0))) char *arena_vprintf(Arena *arena, const char *format,
                                                          va_list args)
{
    assert(format);
    char brief[256];
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(brief, sizeof brief, format, again);
    va_end(again);
    if (length < 0) /* longer than an int can say */
        end_out_of_memory();
    if ((size_t)length < sizeof brief)
        return arena_text(arena, brief, (size_t)length);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

size_t arena_used_bytes(const Arena *arena)
{
    return arena->used_bytes;
}

void *arena_grow(Arena *arena, void *items, size_t item_size, int count, int *capacity)
{
    if (count < *capacity)
        return items;
    if (*capacity > INT_MAX / 2)
        end_out_of_memory();
    int larger = *capacity ? *capacity * 2 : 8;
    size_t held = checked_product(item_size, (size_t)count),
           size = checked_product(item_size, (size_t)larger);
    size_t dirty;
    unsigned char *grown = take_bytes(arena, size, &dirty);
    if (count)
        memcpy(grown, items, held);
    if (dirty > held)
        memset(grown + held, 0, dirty - held);
    *capacity = larger;
    return grown;
}
