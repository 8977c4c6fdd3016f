/* Buffers are matched by their place in the launch, not by their names: who writes a kernel may
 * name its parameters. */
#include "session/lessons/left.h"

#include "count/grid.h"
#include "vm/memory.h"

#include <string.h>

/* Global memory when all blocks have run; NULL if they cannot. Freed by the caller. */
static Memory *memory_left(Arena *arena, const Run *run, Report **report)
{
    const char *reason;
    const GridOptions options = {.threads = 0};
    bool can_run = run->program && !launch_check(arena, &run->launch, run->program);
    Memory *memory = can_run ? memory_new(&run->launch, &reason) : NULL;
    if (memory) {
        *report = arena_alloc(arena, report_size(run->program, &run->launch));
        grid_count(run->program, &run->launch, memory, &options, *report);
    }
    return memory;
}

static bool are_alike(const Launch *a, const Launch *b)
{
    bool are = a->buffer_count == b->buffer_count;
    for (int i = 0; are && i < a->buffer_count; ++i)
        are = a->buffers[i].count == b->buffers[i].count &&
              a->buffers[i].element_bytes == b->buffers[i].element_bytes;
    return are;
}

static void compare_buffer(const Buffer *buffer, Memory *memory, const Buffer *right,
                           Memory *right_memory, LeftCount *count)
{
    uint32_t size = buffer->element_bytes;
    for (uint64_t i = 0; i < buffer->count; ++i)
        count->wrong +=
            memcmp(memory_read(memory, buffer->offset_bytes + i * size, size),
                   memory_read(right_memory, right->offset_bytes + i * size, size), size) != 0;
    count->total += buffer->count;
}

bool left_compare(Arena *arena, const Run *run, const Run *right, LeftCount *count)
{
    Report *report = NULL, *right_report = NULL;
    Memory *memory = memory_left(arena, run, &report);
    Memory *right_memory = memory_left(arena, right, &right_report);
    bool are = memory && right_memory && are_alike(&run->launch, &right->launch);
    *count = (LeftCount){0};
    for (int i = 0; are && i < right->launch.buffer_count; ++i) {
        const BufferCount *counts = &report_buffers(right_report)[i];
        if (counts->stores || counts->atomics)
            compare_buffer(&run->launch.buffers[i], memory, &right->launch.buffers[i], right_memory,
                           count);
    }
    if (are && count->wrong) {
        bool is_comparable;
        const RightRun beside = {right->program, &right->launch, right_memory, right_report};
        count->has_first = first_wrong_beside(arena, run->program, &run->launch, memory, &beside,
                                              &is_comparable, &count->first);
    }
    memory_free(memory);
    memory_free(right_memory);
    return are;
}
