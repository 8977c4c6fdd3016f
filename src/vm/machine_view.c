/* Questions that a picture asks a machine: where a lane stands, what a name holds, and how a
 * person would write the value. */
#include "vm/lanes/half.h"
#include "vm/machine.h"
#include "vm/parts/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LaneState machine_lane_state(const Machine *machine, uint32_t warp, uint32_t lane)
{
    const Warp *w = &machine_warps(machine)[warp];
    uint32_t bit = 1u << lane;
    if (!(w->lanes & ~w->exited & bit))
        return LANE_DONE;
    if (parts_lanes(machine, warp) & bit)
        return parts_lanes_waiting(machine, warp) & bit ? LANE_WAITING_AT_MBARRIER : LANE_INACTIVE;
    if (w->status == WARP_AT_BARRIER)
        return w->active & bit ? LANE_WAITING_AT_BARRIER : LANE_ABSENT;
    if (w->status == WARP_AT_MBARRIER)
        return w->active & bit ? LANE_WAITING_AT_MBARRIER : LANE_INACTIVE;
    return w->active & bit ? LANE_RUNNING : LANE_INACTIVE;
}

uint64_t machine_value(const Machine *machine, Operand operand, ScalarType type, uint32_t thread)
{
    bool is_wide = scalar_size_bytes(type) == 8;
    if (operand == OPERAND_NONE)
        return 0;
    if (OPERAND_IS_UNIFORM(operand)) {
        uint64_t bits = machine_uniforms(machine)[OPERAND_INDEX(operand)];
        return is_wide ? bits : (uint32_t)bits;
    }
    const uint32_t *slot = machine_slot(machine, operand, thread / WARP_LANES);
    uint32_t lane = thread % WARP_LANES;
    return is_wide ? ((const uint64_t *)slot)[lane] : slot[lane];
}

/* The fewest digits that read back as the same number. */
static const char *number_text(Arena *arena, double number, bool is_single)
{
    char text[40];
    if (isnan(number))
        return "nan";
    if (isinf(number))
        return number < 0 ? "-inf" : "inf";
    for (int digits = 1; digits <= 17; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        double back = strtod(text, NULL);
        if (is_single ? (float)back == (float)number : back == number)
            break;
    }
    if (strchr(text, 'e') && fabs(number) < 1e7 && number == trunc(number))
        snprintf(text, sizeof text, "%.0f", number);
    return arena_printf(arena, "%s", text);
}

static const char *float_text(Arena *arena, ScalarType type, uint64_t bits)
{
    double number;
    float single;
    uint32_t word = (uint32_t)bits;
    if (type == SCALAR_F16)
        return number_text(arena, half_to_double(word), true);
    if (type == SCALAR_BF16)
        return number_text(arena, bfloat_to_double(word), true);
    if (type == SCALAR_F64) {
        memcpy(&number, &bits, 8);
        return number_text(arena, number, false);
    }
    memcpy(&single, &word, 4);
    return number_text(arena, single, true);
}

static const char *offset_text(Arena *arena, const char *name, int64_t offset, const char *unit)
{
    if (!offset)
        return arena_printf(arena, "%s", name);
    return arena_printf(arena, "%s %c %llu%s", name, offset < 0 ? '-' : '+',
                        (unsigned long long)(offset < 0 ? -offset : offset), unit);
}

static const char *pointer_text(Arena *arena, const Launch *launch, uint64_t bits)
{
    int64_t offset = address_offset_bytes(bits);
    unsigned object = address_object(bits);
    if (!bits)
        return "NULL";
    if (address_space(bits) == SPACE_SHARED)
        return offset_text(arena, "shared", offset, " bytes");
    if (address_space(bits) == SPACE_LOCAL)
        return offset_text(arena, "local", offset, " bytes");
    if (address_space(bits) == SPACE_GLOBAL && launch_lost(launch, object))
        return offset_text(arena, launch_lost(launch, object)->name, offset, " bytes");
    if (address_space(bits) != SPACE_GLOBAL || object >= (unsigned)launch->buffer_count)
        return arena_printf(arena, "0x%llx", (unsigned long long)bits);
    const Buffer *buffer = &launch->buffers[object];
    if (offset % buffer->element_bytes)
        return offset_text(arena, buffer->name, offset, " bytes");
    return offset_text(arena, buffer->name, offset / (int64_t)buffer->element_bytes, "");
}

const char *machine_value_text(Arena *arena, const Launch *launch, ScalarType type, uint64_t bits,
                               bool is_pointer)
{
    if (is_pointer)
        return pointer_text(arena, launch, bits);
    if (scalar_is_float(type))
        return float_text(arena, type, bits);
    switch (type) {
    case SCALAR_BOOL: return bits ? "true" : "false";
    case SCALAR_I64: return arena_printf(arena, "%lld", (long long)bits);
    case SCALAR_U64: return arena_printf(arena, "%llu", (unsigned long long)bits);
    case SCALAR_U8:
    case SCALAR_U16:
    case SCALAR_U32: return arena_printf(arena, "%u", (uint32_t)bits);
    default: return arena_printf(arena, "%d", (int32_t)(uint32_t)bits);
    }
}

/* ---- letters ---- */

/* Bytes from an address to the end of its object, copied if out is there; 0: it is nowhere. */
static uint64_t global_bytes(const Launch *launch, Memory *memory, uint64_t address, char *out,
                             size_t size)
{
    unsigned object = address_object(address);
    if (object >= (unsigned)launch->buffer_count)
        return 0;
    const Buffer *buffer = &launch->buffers[object];
    uint64_t bytes = buffer->count * buffer->element_bytes;
    uint64_t at = (uint64_t)address_offset_bytes(address);
    if (at >= bytes)
        return 0;
    size = size < bytes - at ? size : (size_t)(bytes - at);
    memory_copy_out(memory, buffer->offset_bytes + at, out, size);
    return size;
}

/* The same in the block's or the thread's own memory, all of which begins at base. */
static uint64_t own_bytes(const uint8_t *base, uint64_t bytes, uint64_t start, uint64_t address,
                          char *out, size_t size)
{
    uint64_t at = start + (uint64_t)address_offset_bytes(address);
    if (at >= bytes)
        return 0;
    size = size < bytes - at ? size : (size_t)(bytes - at);
    memcpy(out, base + at, size);
    return size;
}

const char *machine_letters(Arena *arena, const Program *program, const Launch *launch,
                            Memory *memory, const Machine *machine, uint32_t thread,
                            uint64_t address, size_t limit)
{
    Space space = address_space(address);
    unsigned object = address_object(address);
    char *out = arena_alloc(arena, limit + 1);
    uint64_t bytes = 0;
    if (space == SPACE_GLOBAL)
        bytes = global_bytes(launch, memory, address, out, limit);
    else if (space == SPACE_SHARED && object < (unsigned)program->shared_count)
        bytes = own_bytes(machine_shared(machine), machine->shared_bytes,
                          program->shared[object].offset_bytes, address, out, limit);
    else if (space == SPACE_LOCAL && object < (unsigned)program->local_count)
        bytes = own_bytes(machine_local(machine, thread), machine->local_bytes,
                          program->locals[object].offset_bytes, address, out, limit);
    out[bytes] = '\0';
    return bytes ? out : NULL;
}
