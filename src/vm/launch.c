/* The layout of a launch's buffers in one arena, and the limits that a GPU would hold it to.
 * The hard idea: guard bands are so wide that a tile read past any edge still lands in known bytes,
 * the same ones on the emulator and on a device. */
#include "vm/launch.h"

#include <string.h>

enum {
    GUARD_LEAST_BYTES = 4096,
    GUARD_ROWS = 64,
    BLOCK_Z_LIMIT = 64,
    GRID_YZ_LIMIT = 65535,
    STATIC_SHARED_LIMIT_BYTES = 49152
};

const char *const order_names[ORDERS] = {"round-robin", "one-by-one", "reverse", "random"};

const char *order_text(Arena *arena, Order order, uint64_t seed)
{
    if (order != ORDER_RANDOM)
        return order_names[order];
    return arena_printf(arena, "%s:%llu", order_names[order], (unsigned long long)seed);
}

static uint64_t round_up(uint64_t bytes)
{
    return (bytes + LAUNCH_ALIGN_BYTES - 1) / LAUNCH_ALIGN_BYTES * LAUNCH_ALIGN_BYTES;
}

/* The least root with root * root >= n. */
static uint64_t square_root_up(uint64_t n)
{
    uint64_t low = 0, high = (uint64_t)1 << 32;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (middle * middle >= n)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint64_t guard_width(const Launch *launch)
{
    uint64_t width = GUARD_LEAST_BYTES;
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        uint32_t scalar_bytes = scalar_size_bytes(buffer->type);
        uint64_t side = square_root_up(buffer_bytes(buffer) / scalar_bytes);
        uint64_t rows_bytes = GUARD_ROWS * scalar_bytes * side;
        if (rows_bytes > width)
            width = rows_bytes;
    }
    return round_up(width);
}

void launch_layout(Launch *launch)
{
    launch->guard_bytes = guard_width(launch);
    uint64_t at = launch->guard_bytes;
    for (int i = 0; i < launch->buffer_count; ++i) {
        launch->buffers[i].offset_bytes = at;
        at += round_up(buffer_bytes(&launch->buffers[i])) + launch->guard_bytes;
    }
    launch->arena_bytes = at;
}

uint32_t launch_shared_bytes(const Launch *launch, const Program *program)
{
    return program->shared_bytes + launch->dynamic_shared_bytes;
}

int launch_buffers_before(const Launch *launch, uint64_t at)
{
    int low = 0, high = launch->buffer_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (launch->buffers[middle].offset_bytes < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int launch_buffer_at(const Launch *launch, uint64_t at)
{
    int last = launch_buffers_before(launch, at + 1) - 1;
    if (last < 0)
        return -1;
    const Buffer *buffer = &launch->buffers[last];
    return at - buffer->offset_bytes < buffer_bytes(buffer) ? last : -1;
}

const Buffer *launch_buffer_named(const Launch *launch, const char *name)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (strcmp(launch->buffers[i].name, name) == 0)
            return &launch->buffers[i];
    return NULL;
}

static const Phrase *check_block(Arena *arena, Dim3 block)
{
    if (!block.x || !block.y || !block.z)
        return phrase_new(arena,
                          "a block of %u x %u x %u has no threads: each extent must be at "
                          "least 1",
                          block.x, block.y, block.z);
    uint64_t threads = block.x > UINT16_MAX || block.y > UINT16_MAX || block.z > UINT16_MAX
                           ? UINT64_MAX
                           : dim3_count(block);
    if (threads == UINT64_MAX)
        return phrase_new(arena, "a block of %u x %u x %u threads is over the limit of %d threads",
                          block.x, block.y, block.z, LAUNCH_BLOCK_THREADS_LIMIT);
    if (threads > LAUNCH_BLOCK_THREADS_LIMIT)
        return phrase_new(arena, "a block of %u x %u x %u = %llu threads is over the limit of %d",
                          block.x, block.y, block.z, (unsigned long long)threads,
                          LAUNCH_BLOCK_THREADS_LIMIT);
    if (block.z > BLOCK_Z_LIMIT)
        return phrase_new(arena, "a block's z extent of %u is over the limit of %d", block.z,
                          BLOCK_Z_LIMIT);
    return NULL;
}

uint32_t launch_thread_limit(const Program *program)
{
    return program->thread_limit && program->thread_limit < LAUNCH_BLOCK_THREADS_LIMIT
               ? program->thread_limit
               : LAUNCH_BLOCK_THREADS_LIMIT;
}

static const Phrase *check_bounds(Arena *arena, Dim3 block, uint32_t limit)
{
    uint64_t threads = dim3_count(block);
    if (threads <= limit)
        return NULL;
    return phrase_new(arena,
                      "a block of %u x %u x %u = %llu threads is over the %u of the kernel's "
                      "__launch_bounds__",
                      block.x, block.y, block.z, (unsigned long long)threads, limit);
}

static const Phrase *check_grid(Arena *arena, Dim3 grid)
{
    if (!grid.x || !grid.y || !grid.z)
        return phrase_new(arena,
                          "a grid of %u x %u x %u has no blocks: each extent must be at "
                          "least 1",
                          grid.x, grid.y, grid.z);
    if (grid.x > INT32_MAX)
        return phrase_new(arena, "a grid's x extent of %u is over the limit of %d", grid.x,
                          INT32_MAX);
    if (grid.y > GRID_YZ_LIMIT || grid.z > GRID_YZ_LIMIT)
        return phrase_new(arena, "a grid's %c extent of %u is over the limit of %d",
                          grid.y > GRID_YZ_LIMIT ? 'y' : 'z',
                          grid.y > GRID_YZ_LIMIT ? grid.y : grid.z, GRID_YZ_LIMIT);
    uint64_t blocks = (uint64_t)grid.x * grid.y;
    if (blocks > UINT32_MAX / grid.z)
        return phrase_new(arena,
                          "a grid of %u x %u x %u blocks is over the emulator's limit of %u "
                          "blocks",
                          grid.x, grid.y, grid.z, UINT32_MAX);
    return NULL;
}

static const Phrase *check_shared(Arena *arena, const Launch *launch, const Program *program)
{
    if (program->shared_bytes > STATIC_SHARED_LIMIT_BYTES)
        return phrase_new(arena,
                          "%u bytes of __shared__ arrays are over the limit of %d for arrays of "
                          "fixed size; larger ones must be extern __shared__",
                          program->shared_bytes, STATIC_SHARED_LIMIT_BYTES);
    uint64_t shared = (uint64_t)program->shared_bytes + launch->dynamic_shared_bytes;
    if (shared > LAUNCH_SHARED_LIMIT_BYTES)
        return phrase_new(arena, "%llu bytes of shared memory a block are over the limit of %d",
                          (unsigned long long)shared, LAUNCH_SHARED_LIMIT_BYTES);
    return NULL;
}

const Phrase *launch_check(Arena *arena, const Launch *launch, const Program *program)
{
    const Phrase *wrong = check_block(arena, launch->block);
    if (!wrong)
        wrong = check_bounds(arena, launch->block, launch_thread_limit(program));
    if (!wrong)
        wrong = check_grid(arena, launch->grid);
    if (!wrong)
        wrong = check_shared(arena, launch, program);
    if (!wrong && launch->buffer_count > LAUNCH_BUFFER_LIMIT)
        wrong = phrase_new(arena, "%d buffers are over the emulator's limit of %d",
                           launch->buffer_count, LAUNCH_BUFFER_LIMIT);
    return wrong;
}

/* The type of its first scalar. */
static ScalarType scalar_of(const Type *type)
{
    while (type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && type->field_count))
        type = type->kind == TYPE_ARRAY ? type->element : type->fields[0].type;
    if (type->kind == TYPE_SCALAR)
        return type->scalar;
    return type->kind == TYPE_POINTER ? SCALAR_U64 : SCALAR_U8;
}

static bool has_other(const Type *type, ScalarType than)
{
    if (type->kind == TYPE_ARRAY)
        return has_other(type->element, than);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        if (has_other(type->fields[i].type, than))
            return true;
    return type->kind != TYPE_STRUCT && scalar_of(type) != than;
}

void buffer_set_element(Buffer *buffer, const Type *element)
{
    buffer->element = element;
    buffer->type = scalar_of(element);
    buffer->element_bytes = element->size_bytes ? element->size_bytes : 1;
    buffer->is_mixed = element->kind == TYPE_STRUCT && has_other(element, buffer->type);
}
