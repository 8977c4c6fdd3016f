/* From tagged addresses to bytes. An address says which object it was meant for; its offset may
 * lie anywhere, and what counts is where in the arena, in the block's shared memory or in the
 * thread's own memory it lands. The common case, all lanes in one object, is worked out in loops
 * without branches. */
#include "vm/access.h"
#include "vm/copy.h"

#include "base/clones.h"

#include <string.h>

#define NO_PLACE UINT64_MAX /* Step.arena of a lane that points at no object */

enum { GUARD_BYTES = 32 };

/* What a read outside of all memory sees. It is never written: Access.at is not const only because
 * stores write through it, and those leave out lanes that are not inside. */
static const uint32_t guard_words[GUARD_BYTES / 4] = {
    LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD,
    LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD, LAUNCH_GUARD_WORD};
static const uint32_t zero_words[GUARD_BYTES / 4];

/* a + b * scale + imm, within the object of a. */
static void work_out_addresses(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type2);
    uint64_t scale = instr->scale_bytes, imm = (uint64_t)(int64_t)instr->imm;
    Lanes scratch;
    uint64_t shared_base = 0; /* the base of all lanes, if it is a uniform */
    const Lanes *base = NULL;
    if (OPERAND_IS_REGISTER(instr->a))
        base = exec_register(exec, instr->a);
    else
        shared_base = machine_uniforms(exec->machine)[OPERAND_INDEX(instr->a)];
    const Lanes *index = exec_operand(exec, instr->b, words, 0, &scratch);
    uint64_t offset[WARP_LANES], *address = exec->step->address;
    if (words == 2)
        for (int i = 0; i < WARP_LANES; ++i)
            offset[i] = index->u64[i] * scale + imm;
    else if (instr->type2 == SCALAR_I32)
        for (int i = 0; i < WARP_LANES; ++i)
            offset[i] = (uint64_t)index->i32[i] * scale + imm;
    else
        for (int i = 0; i < WARP_LANES; ++i)
            offset[i] = index->u32[i] * scale + imm;
    if (base)
        for (int i = 0; i < WARP_LANES; ++i)
            address[i] = (base->u64[i] & ~ADDRESS_OFFSET_MASK) |
                         ((base->u64[i] + offset[i]) & ADDRESS_OFFSET_MASK);
    else
        for (int i = 0; i < WARP_LANES; ++i)
            address[i] = (shared_base & ~ADDRESS_OFFSET_MASK) |
                         ((shared_base + offset[i]) & ADDRESS_OFFSET_MASK);
    uint32_t active = exec->step->active;
    uint64_t first = address[__builtin_ctz(active)];
    if (active != UINT32_MAX) /* inactive lanes point where the first active one does */
        for (int i = 0; i < WARP_LANES; ++i)
            address[i] = active >> i & 1 ? address[i] : first;
}

/* Start of the address's object in the memory of its space; false if there is no such object. */
static bool object_start(const Exec *exec, uint64_t address, Space space, uint64_t *start)
{
    const Program *program = exec->program;
    unsigned object = address_object(address);
    if (address_space(address) != space)
        return false;
    if (space == SPACE_GLOBAL && object < (unsigned)exec->launch->buffer_count)
        *start = exec->launch->buffers[object].offset_bytes;
    else if (space == SPACE_SHARED && object < (unsigned)program->shared_count)
        *start = program->shared[object].offset_bytes;
    else if (space == SPACE_LOCAL && object < (unsigned)program->local_count)
        *start = program->locals[object].offset_bytes;
    else
        return false;
    return true;
}

/* The space of an access: the instruction's, or that of its first lane that points anywhere. */
static Space space_of(const Exec *exec)
{
    if (exec->instr->space != SPACE_GENERIC)
        return (Space)exec->instr->space;
    for (uint32_t left = exec->step->active; left; left &= left - 1) {
        Space space = address_space(exec->step->address[__builtin_ctz(left)]);
        if (space == SPACE_GLOBAL || space == SPACE_SHARED || space == SPACE_LOCAL)
            return space;
    }
    return SPACE_GENERIC;
}

static uint64_t space_bytes(const Exec *exec, Space space)
{
    return space == SPACE_GLOBAL   ? exec->launch->arena_bytes
           : space == SPACE_SHARED ? exec->machine->shared_bytes
           : space == SPACE_LOCAL  ? exec->machine->local_bytes
                                   : 0;
}

/* Fills step->arena and is_one_object; returns the lanes that point at no object of the space. */
static uint32_t find_places(Exec *exec, Space space)
{
    Step *step = exec->step;
    uint64_t first = step->address[0], differ = 0, start = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        differ |= step->address[i] ^ first;
    step->is_one_object =
        !(differ >> ADDRESS_OFFSET_BITS) && object_start(exec, first, space, &start);
    if (step->is_one_object) {
        for (int i = 0; i < WARP_LANES; ++i)
            step->arena[i] = start + (step->address[i] & ADDRESS_OFFSET_MASK) - ADDRESS_BIAS;
        return 0;
    }
    uint32_t lost = 0;
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        bool is_found = object_start(exec, step->address[i], space, &start);
        lost |= (uint32_t)!is_found << i;
        step->arena[i] =
            is_found ? start + (uint64_t)address_offset_bytes(step->address[i]) : NO_PLACE;
    }
    return lost & step->active;
}

/* All lanes' places taken together. */
typedef struct Extent {
    uint64_t low, high, bits;
} Extent;

static Extent extent_of(const uint64_t arena[WARP_LANES])
{
    Extent extent = {arena[0], arena[0], 0};
    for (int i = 0; i < WARP_LANES; ++i) {
        extent.low = arena[i] < extent.low ? arena[i] : extent.low;
        extent.high = arena[i] > extent.high ? arena[i] : extent.high;
        extent.bits |= arena[i];
    }
    return extent;
}

/* Lanes whose access begins at limit or before. */
static uint32_t lanes_up_to(const uint64_t arena[WARP_LANES], uint64_t limit)
{
    uint32_t lanes = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        lanes |= (uint32_t)(arena[i] <= limit) << i;
    return lanes;
}

static uint32_t lanes_misaligned(const uint64_t arena[WARP_LANES], uint32_t access_bytes)
{
    uint32_t lanes = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        lanes |= (uint32_t)((arena[i] & (access_bytes - 1)) != 0) << i;
    return lanes;
}

static void note_faults(Step *step, uint32_t lost, uint64_t bits)
{
    if (lost) {
        step->fault = FAULT_SPACE;
        step->fault_lanes = lost;
    } else if (bits & (step->access_bytes - 1)) {
        step->fault = FAULT_MISALIGNED;
        step->fault_lanes = step->active & lanes_misaligned(step->arena, step->access_bytes);
    }
}

static void touch_memory(Exec *exec, uint64_t at, uint64_t size, bool is_write)
{
    if (is_write)
        memory_write(exec->memory, at, size);
    else
        memory_read(exec->memory, at, size);
}

/* Makes the global bytes of the inside lanes present: in one go where all lie close together. */
static void touch_global(Exec *exec, uint32_t inside, Extent extent, bool is_write)
{
    const Step *step = exec->step;
    uint64_t width = extent.high - extent.low;
    if (inside == step->active && width < MEMORY_PAGE_BYTES) {
        touch_memory(exec, extent.low, width + step->access_bytes, is_write);
        return;
    }
    for (uint32_t left = inside; left; left &= left - 1)
        touch_memory(exec, step->arena[__builtin_ctz(left)], step->access_bytes, is_write);
}

static uint8_t *space_base(const Exec *exec, Space space)
{
    return space == SPACE_GLOBAL   ? memory_base(exec->memory)
           : space == SPACE_SHARED ? machine_shared(exec->machine)
                                   : machine_local(exec->machine, exec->warp_index * WARP_LANES);
}

static uint8_t *guard_for(const Launch *launch, uint64_t arena)
{
    const uint32_t *words = launch->guards_are_zero ? zero_words : guard_words;
    return (uint8_t *)(uintptr_t)words + (arena == NO_PLACE ? 0 : arena & 3);
}

static void point(Exec *exec, Space space, Access *access)
{
    const uint64_t *arena = exec->step->arena;
    uint8_t *base = space_base(exec, space);
    uint64_t stride = space == SPACE_LOCAL ? exec->machine->local_bytes : 0;
    if (access->inside == exec->step->active)
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            access->at[i] = base + i * stride + arena[i];
    else
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            access->at[i] = access->inside >> i & 1 ? base + i * stride + arena[i]
                                                    : guard_for(exec->launch, arena[i]);
}

static bool is_one_piece(const Step *step, uint32_t inside)
{
    uint64_t differs = 0, size = step->access_bytes;
    if (inside != UINT32_MAX || step->space == SPACE_LOCAL ||
        step->high - step->low != (WARP_LANES - 1) * size)
        return false;
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        differs |= step->arena[i] ^ (step->low + i * size);
    return !differs;
}

HOST_CLONES void access_resolve(Exec *exec, uint32_t access_bytes, bool is_write, Access *access)
{
    work_out_addresses(exec);
    access_place(exec, access_bytes, is_write, access);
}

HOST_CLONES void access_place(Exec *exec, uint32_t access_bytes, bool is_write, Access *access)
{
    Step *step = exec->step;
    Space space = space_of(exec);
    uint32_t lost = find_places(exec, space), inside = 0;
    uint64_t size = space_bytes(exec, space);
    Extent extent = extent_of(step->arena);
    if (size >= access_bytes)
        inside = extent.high <= size - access_bytes ? step->active
                                                    : lanes_up_to(step->arena, size - access_bytes);
    access->inside = inside & step->active & ~lost;
    step->low = extent.low;
    step->high = extent.high;
    step->space = space;
    step->access_bytes = access_bytes;
    step->outside = step->active & ~access->inside;
    step->is_one_piece = is_one_piece(step, access->inside);
    note_faults(step, lost, extent.bits);
    if (space == SPACE_GLOBAL && access->inside && !memory_allows(exec->memory, step)) {
        access->inside = 0;
        step->is_one_piece = false;
    }
    if (space == SPACE_GLOBAL && access->inside)
        touch_global(exec, access->inside, extent, is_write);
    if (space == SPACE_SHARED && exec->machine->flight_at)
        step->in_flight = copy_lanes_in_flight(exec, access->inside);
    point(exec, space, access);
}

static void set_local(Exec *exec, uint32_t lane)
{
    uint8_t *set = machine_local_set(exec->machine, exec->warp_index * WARP_LANES + lane);
    uint64_t at = exec->step->arena[lane];
    for (uint32_t i = 0; i < exec->step->access_bytes; ++i, ++at)
        set[at / 8] |= (uint8_t)(1u << at % 8);
}

void access_note_write(Exec *exec, uint32_t lane)
{
    if (exec->step->space == SPACE_LOCAL)
        set_local(exec, lane);
    if (exec->step->space == SPACE_SHARED)
        memset(machine_shared_set(exec->machine) + exec->step->arena[lane], 1,
               exec->step->access_bytes);
}
