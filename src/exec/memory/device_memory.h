/* The device memory of a program: one file without a name, in which every allocation has its place,
 * open here and in the program's process. An allocation keeps its number, the object of its
 * addresses (program/address.h), until it is freed, and numbers are used again as late as is cheap,
 * so that a pointer to freed memory is known for what it is.
 *
 * What nobody has written holds nothing: such pages are told by a map, and the rest of a page that
 * was written in parts holds EXEC_UNSET_WORD.
 */
#pragma once

#include "exec/runtime/protocol.h"
#include "vm/launch.h"
#include "vm/memory.h"

/* What a page of an allocation holds: nothing yet; here and there perhaps nothing; only what
 * somebody has written. */
typedef enum PageFill { PAGE_EMPTY, PAGE_MIXED, PAGE_SET } PageFill;

/* Before a number is used again there are as many numbers, and as many of them are free. */
enum { DEVICE_NUMBERS = 200, DEVICE_FREED = 100 };

typedef struct Allocation {
    ExecMemoryKind kind; /* UNKNOWN: the number was never used */
    bool is_freed;
    uint64_t bytes, place, place_bytes; /* as asked for; where in the file, whole pages */
    uint64_t mapped_at;                 /* managed, pinned: its address in the program; else 0 */
    uint64_t caller, freed_by;          /* addresses in the program's code */
    uint8_t *pages;                     /* [page] PageFill */
    uint8_t *changed; /* [page] at so many of the next launches it may differ from the one before:
                         two, as the host may write what it was told to when one has begun */
    uint64_t hash;    /* of its content, unless */
    uint8_t unhashed; /* at so many of the next launches that may be out of date: two, likewise */
    const char *name; /* a variable's; the last parameter's that led here; or NULL */
    const Type *element; /* as the last such parameter had it; or NULL */
    uint64_t freed_when; /* counts up */
} Allocation;

typedef struct DeviceMemory {
    int file;
    uint8_t *bytes;       /* all of the file, mapped */
    uint64_t space_bytes; /* of address space */
    uint64_t end, limit, used_bytes;
    uint64_t frees;
    Allocation *items; /* owned; at most LAUNCH_BUFFER_LIMIT */
    int count;         /* numbers that were ever used */
    int capacity;
    int freed_count; /* of those, the ones that are free */
} DeviceMemory;

/* False with *reason if there can be none of limit bytes. Closed with device_memory_close. */
bool device_memory_open(DeviceMemory *memory, uint64_t limit, const char **reason);
void device_memory_close(DeviceMemory *memory);

/* The number of a new allocation; -1: there is no room for it. */
int device_memory_add(DeviceMemory *memory, ExecMemoryKind kind, uint64_t bytes, uint64_t caller);
void device_memory_free(DeviceMemory *memory, int number, uint64_t caller);

/* The number of the allocation that a program's pointer is meant for, freed or not, and the byte
 * that it leads to; -1 if it is meant for none. */
int device_memory_find(const DeviceMemory *memory, uint64_t pointer, int64_t *offset);

/* Does it lead to memory that both sides saw until it was freed? */
bool device_memory_was_mapped(const DeviceMemory *memory, uint64_t pointer);

/* The pointer to its first byte, as the program has it. */
uint64_t device_memory_pointer(const DeviceMemory *memory, int number);

/* Makes ready for somebody to write these bytes, which lie in the allocation. */
void device_memory_expect_write(DeviceMemory *memory, int number, uint64_t at, uint64_t size);
/* The same for reading: what nobody has written gets EXEC_UNSET_WORD. */
void device_memory_expect_read(DeviceMemory *memory, int number, uint64_t at, uint64_t size);

/* Are there places in it that nobody may have written? */
bool device_memory_has_unset(const DeviceMemory *memory, int number);

/* Those places as pieces of a buffer, in the arena; returns how many there are. */
int device_memory_pieces(const DeviceMemory *memory, int number, Arena *arena,
                         const BufferPiece **out);

/* After a copy inside the device, which may have brought EXEC_UNSET_WORD along. */
void device_memory_settle(DeviceMemory *memory, int number, uint64_t at, uint64_t size);

/* Takes over what a launch has written, and marks the allocations that it has, a bit each. Buffer i
 * of the launch is allocation i. unset: the result of the same launch with EXEC_UNSET_WORD where
 * result began with zeros, so that what still holds it there is not set; NULL: result tells. */
void device_memory_commit(DeviceMemory *memory, const Launch *launch, const Memory *result,
                          Memory *unset, uint64_t *written);
