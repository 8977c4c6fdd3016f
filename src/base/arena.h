/* Arena: memory with one owner and one end.
 *
 * Every long-lived object is allocated from an arena that its creator names; freeing the arena
 * frees everything in it. Allocation never returns NULL: running out of memory ends the program
 * with one line on stderr, since no caller could do better. An address that was handed out never
 * moves, so objects in an arena may point at each other freely. Not thread safe: one arena per
 * thread. All sizes are in bytes; a size of 0 is allowed.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

/* A new, empty arena. The caller frees it with arena_free. */
Arena *arena_new(void);

/* Frees the arena and all that was allocated from it. NULL is allowed. */
void arena_free(Arena *arena);

/* Ends all allocations at once but keeps their memory for the next ones (one frame's scratch).
 * Pointers into the arena are dead after this. */
void arena_reset(Arena *arena);

/* Gives the memory beyond the first keep_bytes back to the system, so that one large frame is not
 * kept for ever. Call it only right after arena_reset; the first chunk of 64 KiB always stays. */
void arena_trim(Arena *arena, size_t keep_bytes);

/* size bytes, zeroed, aligned to 64 bytes when size >= 64 and to 16 otherwise. A size that no
 * memory could have, as an overflowing sum makes it, ends the program like memory that has run
 * out. */
void *arena_alloc(Arena *arena, uint64_t size);

/* count items of item_size bytes each, as arena_alloc gives them; their product is checked too. A
 * negative count, converted to size_t, is one that no memory could have. */
void *arena_alloc_items(Arena *arena, size_t item_size, size_t count);

/* The same, but not zeroed: for what is written before it is read, and may not all be needed. */
void *arena_room(Arena *arena, size_t item_size, size_t count);

/* A copy of size bytes, aligned as by arena_alloc. bytes may be NULL if size is 0. */
void *arena_copy(Arena *arena, const void *bytes, size_t size);

/* A NUL-terminated copy of length bytes of text, which needs no NUL of its own. */
char *arena_text(Arena *arena, const char *text, size_t length);

/* printf into the arena; the result is NUL terminated. va_end stays with the caller. */
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

/* Bytes handed out since the arena was made or reset, with what alignment took; what the arena
 * holds from the system is more. */
size_t arena_used_bytes(const Arena *arena);

/* One zeroed object of a type, and an array of count of them. */
#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count)                                                            \
    ((Type *)arena_alloc_items((arena), sizeof(Type), (size_t)(count)))

/* A growable array inside an arena. Pointer, count and capacity are the caller's variables and
 * begin as NULL, 0 and 0; all three are changed, and each is evaluated several times.
 *
 * ARENA_PUSH makes room for one element, zeroed if the place was never used, and evaluates to its
 * address. Growing copies the elements: addresses of elements taken before are stale afterwards.
 * Old storage stays in the arena until the arena ends, so total use is at most twice the final
 * capacity. A capacity beyond what an int can count ends the program like memory that has run out.
 *
 * arena_grow is its first half: the storage, moved if count has reached *capacity. */
void *arena_grow(Arena *arena, void *items, size_t item_size, int count, int *capacity);
#define ARENA_PUSH(arena, items, count, capacity)                                                  \
    ((items) = (count) < (capacity)                                                                \
                   ? (items)                                                                       \
                   : arena_grow((arena), (items), sizeof *(items), (count), &(capacity)),          \
     &(items)[(count)++])
