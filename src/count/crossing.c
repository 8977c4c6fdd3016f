/* Two tags for each word that may be written: the block that wrote it and the block that touched
 * it. Each side sets its own tag before it looks at the other's, so of two blocks that meet on a
 * word at least one sees the other, on any number of threads. */
#include "count/crossing.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

#define TAG_MANY UINT32_MAX

typedef struct Tags {
    _Atomic uint32_t writer, reader; /* block + 1, or 0 */
} Tags;

/* Bytes [start, end) of the arena that nobody is expected to write. */
typedef struct Quiet {
    uint64_t start, end;
} Quiet;

struct Crossing {
    Tags *tags; /* [word of the arena], made when touched */
    uint64_t tags_bytes, arena_bytes;
    Quiet quiet[LAUNCH_BUFFER_LIMIT];
    int quiet_count;
    _Atomic bool is_found;
};

static bool may_be_written(const Program *program, const Buffer *buffer)
{
    if (buffer->parameter >= 0 && buffer->parameter < program->parameter_count)
        return program->parameters[buffer->parameter].is_written;
    return !buffer->is_constant;
}

static void list_quiet(Crossing *crossing, const Program *program, const Launch *launch)
{
    for (int i = 0; i < launch->buffer_count && i < LAUNCH_BUFFER_LIMIT; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        if (!may_be_written(program, buffer))
            crossing->quiet[crossing->quiet_count++] =
                (Quiet){buffer->offset_bytes, buffer->offset_bytes + buffer_bytes(buffer)};
    }
}

Crossing *crossing_new(const Program *program, const Launch *launch)
{
    Crossing *crossing = calloc(1, sizeof *crossing);
    if (!crossing)
        return NULL;
    crossing->arena_bytes = launch->arena_bytes;
    crossing->tags_bytes = (launch->arena_bytes / 4 + 1) * sizeof(Tags);
    crossing->tags = mmap(NULL, crossing->tags_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (crossing->tags == MAP_FAILED) {
        free(crossing);
        return NULL;
    }
    list_quiet(crossing, program, launch);
    return crossing;
}

void crossing_free(Crossing *crossing)
{
    if (!crossing)
        return;
    munmap(crossing->tags, crossing->tags_bytes);
    free(crossing);
}

bool crossing_found(const Crossing *crossing)
{
    return atomic_load_explicit(&crossing->is_found, memory_order_relaxed);
}

static bool is_quiet(const Crossing *crossing, uint64_t start, uint64_t end)
{
    for (int i = 0; i < crossing->quiet_count; ++i)
        if (start >= crossing->quiet[i].start && end <= crossing->quiet[i].end)
            return true;
    return false;
}

static bool is_other(uint32_t found, uint32_t tag)
{
    return found && found != tag;
}

static bool note_read(Tags *tags, uint32_t tag)
{
    uint32_t before = atomic_load(&tags->reader);
    if (before == tag || before == TAG_MANY)
        return is_other(atomic_load(&tags->writer), tag);
    before = 0;
    if (!atomic_compare_exchange_strong(&tags->reader, &before, tag) && before != tag)
        atomic_store(&tags->reader, TAG_MANY);
    return is_other(atomic_load(&tags->writer), tag);
}

static bool note_write(Tags *tags, uint32_t tag)
{
    bool crosses = is_other(atomic_exchange(&tags->writer, tag), tag);
    return crosses || is_other(atomic_load(&tags->reader), tag);
}

/* The words of one lane's access. */
static bool note_lane(Crossing *crossing, uint64_t start, uint32_t bytes, bool writes, uint32_t tag)
{
    bool crosses = writes && is_quiet(crossing, start, start + bytes);
    for (uint64_t word = start / 4; word <= (start + bytes - 1) / 4; ++word) {
        Tags *tags = &crossing->tags[word];
        crosses |= writes ? note_write(tags, tag) : note_read(tags, tag);
    }
    return crosses;
}

void crossing_note(Crossing *crossing, const Step *step)
{
    uint32_t lanes = step->active & ~step->outside;
    if (opcode_info[step->instr->op].class != CLASS_MEMORY || step->space != SPACE_GLOBAL || !lanes)
        return;
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint64_t at = step->arena[__builtin_ctz(left)];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    bool writes = step->instr->op != OP_LOAD, crosses = false;
    if (!writes && is_quiet(crossing, low, high + step->access_bytes))
        return;
    for (uint32_t left = lanes; left; left &= left - 1)
        crosses |= note_lane(crossing, step->arena[__builtin_ctz(left)], step->access_bytes, writes,
                             step->block + 1);
    if (crosses)
        atomic_store_explicit(&crossing->is_found, true, memory_order_relaxed);
}

void crossing_note_bytes(Crossing *crossing, uint32_t block, uint64_t at, uint32_t size_bytes,
                         bool is_write)
{
    if (note_lane(crossing, at, size_bytes, is_write, block + 1))
        atomic_store_explicit(&crossing->is_found, true, memory_order_relaxed);
}
