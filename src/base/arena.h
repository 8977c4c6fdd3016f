/* Arena: memory with one owner and one end.
 *
 * Every long-lived object is allocated from an arena that its creator names; freeing the arena
 * frees everything in it. Allocation never returns NULL: running out of memory ends the program
 * with one line on stderr, since no caller could do better. Not thread safe: one arena per thread.
 */
#ifndef TILESTEP_BASE_ARENA_H
#define TILESTEP_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct Arena Arena;

/* A new, empty arena. The caller frees it with arena_free. */
Arena *arena_new(void);

/* Frees the arena and all that was allocated from it. NULL is allowed. */
void arena_free(Arena *arena);

/* Forgets all allocations but keeps the memory for reuse (one frame's scratch). */
void arena_reset(Arena *arena);

/* After a reset: gives back the memory beyond the first keep_bytes, so that one large frame is not
 * kept for ever. */
void arena_trim(Arena *arena, size_t keep_bytes);

/* size bytes, zeroed, aligned to 64 bytes when size >= 64 and to 16 otherwise. A size that no
 * memory could have, as an overflowing sum makes it, ends the program like memory that has run
 * out. */
void *arena_alloc(Arena *arena, size_t size);

/* count items of item_size bytes each, as arena_alloc gives them; their product is checked too. A
 * negative count, converted to size_t, is one that no memory could have. */
void *arena_alloc_items(Arena *arena, size_t item_size, size_t count);

/* A copy of size bytes. */
void *arena_copy(Arena *arena, const void *bytes, size_t size);

/* A NUL-terminated copy of length bytes of text. */
char *arena_text(Arena *arena, const char *text, size_t length);

/* printf into the arena; the result is NUL terminated. */
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

/* Bytes handed out since the arena was made or reset, rounding included. */
size_t arena_used_bytes(const Arena *arena);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count)                                                            \
    ((Type *)arena_alloc_items((arena), sizeof(Type), (size_t)(count)))

/* A growable array inside an arena: pointer, count and capacity are the caller's variables.
 * ARENA_PUSH makes room for one element and evaluates to its address. Old storage stays in the
 * arena until it ends, so total use is at most twice the final size. A capacity that an int cannot
 * count any more ends the program like memory that has run out. */
void *arena_grow(Arena *arena, void *items, size_t item_size, int count, int *capacity);
#define ARENA_PUSH(arena, items, count, capacity)                                                  \
    ((items) = arena_grow((arena), (items), sizeof *(items), (count), &(capacity)),                \
     &(items)[(count)++])

#endif
