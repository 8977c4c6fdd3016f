/* Launch: everything that decides what a kernel does, as a plain value. The same Launch feeds the
 * emulator and a GPU.
 *
 * All buffers lie in one arena of addresses. Each starts at a multiple of 512 bytes, as cudaMalloc
 * gives, and is rounded up to 512; before the first, between and after the last lie guard bands of
 * a known pattern. Both engines use the same offsets and the same bytes. A Launch points to its
 * tables and owns none; they live as long as the run that it was made for.
 */
#pragma once

#include "base/geometry.h"
#include "base/phrase.h"
#include "program/program.h"
#include "vm/buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LAUNCH_ALIGN_BYTES = 512,
    LAUNCH_LOST_LIMIT = 56,
    LAUNCH_BUFFER_LIMIT = ADDRESS_OBJECTS - LAUNCH_LOST_LIMIT, /* buffers of one launch */
    LAUNCH_BLOCK_THREADS_LIMIT = 1024,
    LAUNCH_SHARED_LIMIT_BYTES = 232448 /* the most any supported device gives a block */
};

/* The word of every guard band: -99.0f, a finite float, so that sums it spoils are equal on both
 * engines. */
#define LAUNCH_GUARD_WORD 0xc2c60000u
/* Which of the warps that could go on runs next: the one after the last one that ran; the lowest,
 * so that a warp runs up to its next barrier or its end; the highest, likewise; or any, by
 * order_seed. */
typedef enum Order { ORDER_ROUND_ROBIN, ORDER_ONE_BY_ONE, ORDER_REVERSE, ORDER_RANDOM } Order;
enum { ORDERS = ORDER_RANDOM + 1 };
extern const char *const order_names[ORDERS]; /* "round-robin", "one-by-one", ... */

/* As --order takes it: "random:7"; in the arena. */
const char *order_text(Arena *arena, Order order, uint64_t seed);

/* A pointer that the host gives the kernel although it leads to no memory of the device. */
typedef struct LostPointer {
    const char *name; /* as of a buffer */
    bool is_freed;    /* cudaFree has given its memory back; else it is memory of the host */
} LostPointer;

/* A finding that vanishes with another number, or hangs on contents, that nobody gave: it is told
 * as a note. */
typedef struct LaunchDoubt {
    int kind;      /* FindingKind */
    uint32_t line; /* Instr.own_line; 0: any */
    int contents;  /* the buffer whose contents were made up; -1: it is a number, of which these */
    const char *assumed, *other, *option; /* are told: "m = 640", "m = 0", "--set m=VALUE" */
} LaunchDoubt;

/* A copy of the host to or from a buffer that is wrong as it stands in the file. */
typedef struct LaunchCopy {
    int kind;      /* FindingKind */
    uint32_t line; /* source_line_number */
    int buffer;
    const char *call, *said, *meant; /* as in HostBadCopy; said NULL: there are too many bytes, */
    int64_t bytes, room;
    bool is_rows; /* of a row that is longer than the rows lie apart */
} LaunchCopy;

typedef struct Launch {
    Dim3 grid, block;              /* in blocks, in threads: <<<grid, block, ...>>> */
    uint32_t dynamic_shared_bytes; /* per block: the third number of <<<>>> */
    /* [parameter]: scalar bits as in a register; of a pointer the buffer's index, or
     * LAUNCH_NO_BUFFER, or LAUNCH_BUFFER_LIMIT plus that of a lost pointer: addresses have it as
     * their object, so that an access tells which it was. */
    const uint64_t *arguments;
    const int64_t *start_bytes; /* [parameter]: where in its buffer a pointer points; NULL: zeros */
    /* [parameter]: bytes of a struct, laid out as its type says, else NULL. May be NULL itself. */
    const void *const *struct_arguments;
    int argument_count;
    Buffer *buffers; /* in the order of their offsets */
    int buffer_count;
    const LostPointer *lost; /* at most LAUNCH_LOST_LIMIT */
    int lost_count;
    const LaunchCopy *copies;
    int copy_count;
    const LaunchDoubt *doubts;
    int doubt_count;
    uint64_t guard_bytes;      /* width of each guard band; set by launch_layout */
    uint64_t arena_bytes;      /* guards included; set by launch_layout */
    bool has_unknown_pointers; /* in buffers: where they lead nobody knows, and nobody is accused */
    bool guards_are_zero;      /* as what lies between allocations of a GPU most often is */
    bool unset_is_zero;        /* what nobody has filled holds zeros and not the poison; untold */
    bool is_part; /* one of several launches that the host code makes for parts of one result, or
                     an assumed one that may leave out a part */
    Order order;
    uint64_t order_seed;
    uint64_t max_steps; /* per warp, before the step-limit finding; 0: the default */
} Launch;

/* A null pointer. */
#define LAUNCH_NO_BUFFER UINT64_MAX

/* Default for max_steps: enough for one thread that goes through a million elements, and so few
 * that an endless loop is told of within seconds. The option's help says it too. */
#define LAUNCH_DEFAULT_MAX_STEPS ((uint64_t)1 << 24)

/* Without a max_steps, all warps of a block together may run so many: eight times those of a
 * 16384-cubed product. */
#define LAUNCH_BLOCK_STEPS_LIMIT ((uint64_t)1 << 25)

static inline uint64_t launch_block_steps_limit(const Launch *launch)
{
    return launch->max_steps ? UINT64_MAX : LAUNCH_BLOCK_STEPS_LIMIT;
}

/* Sets every buffer's offset, guard_bytes and arena_bytes from the buffers' counts, in their order;
 * to be called again after any of these changed. A guard band is as wide as 64 rows of the widest
 * square a buffer could hold, 4096 bytes at least: unchecked tiles stay inside it. */
void launch_layout(Launch *launch);

/* The most threads that a block of the kernel may have. */
uint32_t launch_thread_limit(const Program *program);

/* NULL if a GPU would accept the launch and the emulator can hold it, else the reason, in the
 * arena. Limits of a GPU are those of the CUDA C++ Programming Guide, "Technical Specifications per
 * Compute Capability": extents of 1 or more, a block of at most 1024 threads with z at most 64, a
 * grid of 2^31 - 1 by 65535 by 65535, 48 KiB of static shared memory. Those of the emulator: 2^32 -
 * 1 blocks and LAUNCH_BUFFER_LIMIT buffers. */
const Phrase *launch_check(Arena *arena, const Launch *launch, const Program *program);

/* Total shared memory of a block in bytes, static and dynamic. */
uint32_t launch_shared_bytes(const Launch *launch, const Program *program);

/* The initial bytes of the arena: writes size bytes from arena offset `at` into out. A pure
 * function of the launch, so any piece can be made on its own, on any thread. After
 * launch_layout. */
void launch_fill(const Launch *launch, uint64_t at, void *out, size_t size);

/* The poison as a scalar of a type in memory; in a register too, if it is a number of 4 or 8
 * bytes. */
uint64_t launch_poison(ScalarType type);

/* Do size bytes, read at arena offset `at` through a pointer into a buffer, show that nothing has
 * filled one of the scalars among them? The buffer must begin as poison, and the scalar hold it
 * still. A kernel could compute a poison of one or two bytes: in such types it counts only in
 * buffers that are not written. false for a buffer that does not exist. */
bool launch_is_unset(const Launch *launch, int buffer, uint64_t at, const void *bytes,
                     uint32_t size);

/* Index of the buffer that holds arena offset `at`; -1 in a guard band, in what a buffer was
 * rounded up by, or outside. */
int launch_buffer_at(const Launch *launch, uint64_t at);
/* How many buffers start before it. */
int launch_buffers_before(const Launch *launch, uint64_t at);
/* The buffer of that name, or NULL. */
const Buffer *launch_buffer_named(const Launch *launch, const char *name);

/* How far behind the first byte of its buffer a pointer parameter points. */
static inline int64_t launch_start_bytes(const Launch *launch, int parameter)
{
    bool is_there = launch->start_bytes && parameter >= 0 && parameter < launch->argument_count;
    return is_there ? launch->start_bytes[parameter] : 0;
}

/* The lost pointer that has this number among the objects of global memory, or NULL. */
static inline const LostPointer *launch_lost(const Launch *launch, uint64_t number)
{
    uint64_t index = number - LAUNCH_BUFFER_LIMIT;
    return index < (uint64_t)launch->lost_count ? &launch->lost[index] : NULL;
}

/* Blocks of the grid. */
static inline uint64_t launch_block_count(const Launch *launch)
{
    return dim3_count(launch->grid);
}
