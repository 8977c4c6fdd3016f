/* Launch: everything that decides what a kernel does, as a plain value. The same Launch feeds the
 * emulator and a GPU.
 *
 * All buffers lie in one arena of addresses. Each starts at a multiple of 512 bytes, as cudaMalloc
 * gives, and is rounded up to 512; before the first, between and after the last lie guard bands of
 * a known pattern. Both engines use the same offsets and the same bytes.
 */
#ifndef TILESTEP_VM_LAUNCH_H
#define TILESTEP_VM_LAUNCH_H

#include "base/geometry.h"
#include "base/phrase.h"
#include "program/program.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    LAUNCH_ALIGN_BYTES = 512,
    LAUNCH_BUFFER_LIMIT = 200, /* buffers of one launch */
    LAUNCH_BLOCK_THREADS_LIMIT = 1024,
    LAUNCH_SHARED_LIMIT_BYTES = 232448 /* the most any supported device gives a block */
};

/* The word of every guard band: -99.0f, a finite float, so that sums it spoils are equal on both
 * engines. */
#define LAUNCH_GUARD_WORD 0xc2c60000u
/* The word of memory nobody has filled: -8888.0f. */
#define LAUNCH_POISON_WORD 0xc60ae000u

typedef enum FillKind { FILL_ZEROS, FILL_POISON, FILL_INTS, FILL_RANDOM, FILL_BYTES } FillKind;

typedef enum BufferRole { ROLE_INPUT, ROLE_OUTPUT, ROLE_IN_OUT } BufferRole;

typedef struct Buffer {
    const char *name; /* the parameter's, struct member's ("A.cells") or __device__ variable's */
    ScalarType type;  /* of the scalars it is made of (float4 *: F32, four per element) */
    uint32_t element_bytes;
    const Type *element; /* what an element is declared as; NULL: nothing but scalars of the type */
    bool is_mixed;  /* the element is a struct whose members are of several types; type is then the
                       first one's */
    uint64_t count; /* elements */
    uint64_t rows, cols;   /* row major, in scalars; rows == 0: one-dimensional */
    bool has_sure_rows;    /* the shape was given, or is the type's: not taken from an index */
    bool is_turned;        /* subscripts are told column first: it is known to hold the columns of a
                              matrix as its rows. Nothing but names follows from it */
    uint64_t offset_bytes; /* in the arena; set by launch_layout */
    FillKind fill;
    uint64_t seed;     /* FILL_RANDOM, FILL_INTS */
    const void *bytes; /* FILL_BYTES: byte_count bytes; the rest is zeros */
    uint64_t byte_count;
    BufferRole role;
    bool is_constant; /* __constant__ */
    int parameter; /* a pointer parameter that points into it, one that is written if any; or -1 */
    int global;    /* index of the __device__ variable, else -1 */
} Buffer;

typedef enum Order { ORDER_ROUND_ROBIN, ORDER_ONE_BY_ONE, ORDER_REVERSE, ORDER_RANDOM } Order;

typedef struct Launch {
    Dim3 grid, block;
    uint32_t dynamic_shared_bytes;
    const uint64_t
        *arguments; /* [parameter]: scalar bits as in a register; of a pointer the buffer's index,
                       or LAUNCH_NO_BUFFER */
    const int64_t *start_bytes; /* [parameter]: where in its buffer a pointer points; NULL: zeros */
    const void *const
        *struct_arguments; /* [parameter]: bytes of a struct, else NULL; may be NULL */
    int argument_count;
    Buffer *buffers;
    int buffer_count;
    uint64_t guard_bytes; /* width of each guard band; set by launch_layout */
    uint64_t arena_bytes; /* guards included; set by launch_layout */
    Order order;
    uint64_t order_seed;
    uint64_t max_steps; /* per warp, before the step-limit finding; 0: the default */
} Launch;

/* A null pointer. */
#define LAUNCH_NO_BUFFER UINT64_MAX

/* Default for max_steps: enough for one thread that goes through a million elements, and so few that
 * an endless loop is told of within seconds. The option's help says it too. */
#define LAUNCH_DEFAULT_MAX_STEPS ((uint64_t)1 << 24)

/* Without a max_steps, all warps of a block together may run so many: eight times those of a
 * 16384-cubed product. */
#define LAUNCH_BLOCK_STEPS_LIMIT ((uint64_t)1 << 25)

static inline uint64_t launch_block_steps_limit(const Launch *launch)
{
    return launch->max_steps ? UINT64_MAX : LAUNCH_BLOCK_STEPS_LIMIT;
}

/* Sets every buffer's offset, guard_bytes and arena_bytes. A guard band is as wide as 64 rows of
 * the widest square a buffer could hold, 4096 bytes at least: unchecked tiles stay inside it. */
void launch_layout(Launch *launch);

/* NULL if a GPU would accept the launch (extents 1 or more, block at most 1024 threads and z at
 * most 64, grid limits, shared memory), else the reason from the arena. */
const Phrase *launch_check(Arena *arena, const Launch *launch, const Program *program);

/* Total shared memory of a block, static and dynamic. */
uint32_t launch_shared_bytes(const Launch *launch, const Program *program);

/* The initial bytes of the arena: writes size bytes from arena offset at into out. A pure function
 * of the launch, so any piece can be made on its own. */
void launch_fill(const Launch *launch, uint64_t at, void *out, size_t size);

/* The poison as a scalar of a type in memory; in a register too, if it is a number of 4 or 8 bytes. */
uint64_t launch_poison(ScalarType type);

/* Do size bytes, read at an arena offset through a pointer into a buffer, show that nothing has
 * filled them? The buffer must begin as poison and they hold it yet. Scalars of one or two bytes
 * could come by it: those are told only of buffers that are not written. */
bool launch_is_unset(const Launch *launch, int buffer, uint64_t at, const void *bytes,
                     uint32_t size);

/* The buffer that holds arena offset at, or -1 in a guard band or outside. */
int launch_buffer_at(const Launch *launch, uint64_t at);
/* The buffer of that name, or NULL. */
const Buffer *launch_buffer_named(const Launch *launch, const char *name);

/* Bytes of the buffer itself, without rounding. */
static inline uint64_t buffer_bytes(const Buffer *buffer)
{
    return buffer->count * buffer->element_bytes;
}

/* How far behind the first byte of its buffer a pointer parameter points. */
static inline int64_t launch_start_bytes(const Launch *launch, int parameter)
{
    bool is_there = launch->start_bytes && parameter >= 0 && parameter < launch->argument_count;
    return is_there ? launch->start_bytes[parameter] : 0;
}

/* Blocks of the grid. */
static inline uint64_t launch_block_count(const Launch *launch)
{
    return dim3_count(launch->grid);
}

#endif
