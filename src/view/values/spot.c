/* A pointer's bits name the object it points into (program/program.h), so a spot behind a pointer
 * is found as exactly as the machine finds it; what lies beyond the object is never read. */
#include "view/values/spot.h"
#include "session/data/buffer.h"

#include "view/values/values.h"

#include "vm/parts/inside.h"

#include <string.h>

enum { MEMBERS_TOLD = 16 };

bool variable_is_alive(const Variable *variable, uint32_t pc)
{
    return pc >= variable->first_pc && pc < variable->end_pc;
}

bool variable_is_left(const View *view, const Variable *variable, uint32_t thread)
{
    uint32_t warp = thread / WARP_LANES, lane = thread % WARP_LANES;
    uint32_t here =
        machine_warps(view->machine)[warp].exited |
        inside_with(view->machine, &view->slot->accumulators.frames, warp, variable->first_pc).now;
    return !(here >> lane & 1);
}

static bool is_alive_for(const View *view, const Variable *variable, uint32_t thread)
{
    if (variable->storage != STORAGE_REGISTER && variable->storage != STORAGE_LOCAL)
        return true;
    const Warp *warp = &machine_warps(view->machine)[thread / WARP_LANES];
    return warp->status != WARP_DONE && variable_is_alive(variable, warp->pc) &&
           !variable_is_left(view, variable, thread);
}

static int64_t shared_extent(const View *view, int variable)
{
    const SharedVariable *shared = &view->program->shared[variable];
    return shared->is_extern
               ? (int64_t)launch_shared_bytes(view->launch, view->program) - shared->offset_bytes
               : (int64_t)shared->type->size_bytes;
}

/* The start of an object; false if there is no such object. */
static bool enter(const View *view, Spot *spot, Space space, int object)
{
    int count = space == SPACE_GLOBAL   ? view->launch->buffer_count
                : space == SPACE_SHARED ? view->program->shared_count
                : space == SPACE_LOCAL  ? view->program->local_count
                                        : 0;
    if (object < 0 || object >= count)
        return false;
    spot->space = space;
    spot->object = object;
    spot->offset = 0;
    if (space == SPACE_GLOBAL) {
        spot->base = (int64_t)view->launch->buffers[object].offset_bytes;
        spot->extent = (int64_t)buffer_bytes(&view->launch->buffers[object]);
    } else if (space == SPACE_SHARED) {
        spot->base = view->program->shared[object].offset_bytes;
        spot->extent = shared_extent(view, object);
    } else {
        spot->base = view->program->locals[object].offset_bytes;
        spot->extent = view->program->locals[object].type->size_bytes;
    }
    return true;
}

Spot spot_of(const View *view, const Variable *variable, uint32_t thread)
{
    Spot spot = {.type = variable->type, .part = member_of(variable)};
    spot.state = is_alive_for(view, variable, thread) ? SPOT_KNOWN : SPOT_ASLEEP;
    bool is_shared = variable->storage == STORAGE_SHARED;
    if (is_shared || variable->storage == STORAGE_LOCAL)
        enter(view, &spot, is_shared ? SPACE_SHARED : SPACE_LOCAL, variable->index);
    return spot;
}

void spot_take_member(Spot *spot, int field)
{
    if (spot->space == SPACE_GENERIC)
        member_take(&spot->part, field);
    spot->offset += spot->type->fields[field].offset_bytes;
    spot->type = spot->type->fields[field].type;
}

/* To where the pointer at the spot points. */
static void follow_pointer(const View *view, Spot *spot, uint32_t thread)
{
    uint64_t address = 0;
    const Type *element = spot->type->element;
    SpotState state = spot_bits(view, spot, thread, &address);
    Space space = address_space(address);
    bool is_object = state == SPOT_KNOWN && enter(view, spot, space, (int)address_object(address));
    if (is_object)
        spot->offset = address_offset_bytes(address);
    else /* nowhere, and never read */
        *spot = (Spot){.state = spot->state, .space = SPACE_GLOBAL};
    if (spot->state == SPOT_KNOWN && !is_object)
        spot->state = state == SPOT_KNOWN ? SPOT_NONE : SPOT_ASLEEP;
    spot->type = element;
}

bool spot_take_index(const View *view, Spot *spot, int64_t index, uint32_t thread)
{
    const Type *type = spot->type;
    int64_t offset;
    if (type->kind == TYPE_POINTER)
        follow_pointer(view, spot, thread);
    else if (type->kind != TYPE_ARRAY || spot->space == SPACE_GENERIC)
        return false;
    else
        spot->type = type->element;
    bool is_beyond =
        type->kind == TYPE_ARRAY && type->length && (index < 0 || index >= type->length);
    if (__builtin_mul_overflow(index, (int64_t)spot->type->size_bytes, &offset) ||
        __builtin_add_overflow(spot->offset, offset, &spot->offset))
        is_beyond = true;
    if (is_beyond && spot->state == SPOT_KNOWN)
        spot->state = SPOT_OUTSIDE;
    return true;
}

bool spot_has_value(const Spot *spot)
{
    TypeKind kind = spot->type->kind;
    return (kind == TYPE_SCALAR || kind == TYPE_POINTER || kind == TYPE_STRUCT) &&
           (spot->space != SPACE_GENERIC || member_is_held(&spot->part));
}

uint64_t spot_at(const Spot *spot)
{
    return (uint64_t)(spot->base + spot->offset);
}

static ScalarType spot_scalar(const Spot *spot)
{
    return spot->type->kind == TYPE_SCALAR ? spot->type->scalar : SCALAR_U64;
}

/* Whether somebody has written the bytes there. */
static bool spot_is_set(const View *view, const Spot *spot, uint32_t thread)
{
    uint64_t at = spot_at(spot), bits;
    if (spot->space == SPACE_SHARED)
        return machine_shared_set(view->machine)[at];
    if (spot->space == SPACE_LOCAL)
        return machine_local_set(view->machine, thread)[at / 8] >> at % 8 & 1;
    const Buffer *buffer = &view->launch->buffers[spot->object];
    return buffer_value(view, spot->object, spot->offset / buffer_scalar_bytes(buffer), &bits);
}

static bool spot_is_inside(const Spot *spot)
{
    return spot->offset >= 0 && spot->offset <= spot->extent - (int64_t)spot->type->size_bytes;
}

SpotState spot_bits(const View *view, const Spot *spot, uint32_t thread, uint64_t *bits)
{
    uint8_t bytes[8] = {0};
    uint64_t at = spot_at(spot);
    ScalarType type = spot_scalar(spot);
    *bits = 0;
    if (spot->state != SPOT_KNOWN)
        return spot->state;
    if (spot->space == SPACE_GENERIC) {
        if (!member_is_held(&spot->part))
            return SPOT_NONE;
        *bits = member_bits(view, &spot->part, thread);
        return SPOT_KNOWN;
    }
    if (!spot_is_inside(spot))
        return SPOT_OUTSIDE;
    if (spot->space == SPACE_GLOBAL)
        memory_copy_out(view->memory, at, bytes, scalar_size_bytes(type));
    else
        memcpy(bytes,
               (spot->space == SPACE_SHARED ? machine_shared(view->machine)
                                            : machine_local(view->machine, thread)) +
                   at,
               scalar_size_bytes(type));
    *bits = value_bits(type, bytes);
    return spot_is_set(view, spot, thread) ? SPOT_KNOWN : SPOT_UNSET;
}

static const char *spot_struct_text(const View *view, const Spot *spot, uint32_t thread)
{
    const Type *type = spot->type;
    const char *text = "{";
    for (int i = 0; i < type->field_count; ++i) {
        const char *separator = i ? ", " : "", *name = type->fields[i].name;
        if (i == MEMBERS_TOLD)
            return arena_printf(view->arena, "%s, …}", text);
        Spot inner = *spot;
        spot_take_member(&inner, i);
        text = arena_printf(view->arena, "%s%s%s = %s", text, separator, name,
                            spot_text(view, &inner, thread));
    }
    return arena_printf(view->arena, "%s}", text);
}

const char *spot_text(const View *view, const Spot *spot, uint32_t thread)
{
    uint64_t bits;
    if (spot->type->kind == TYPE_STRUCT)
        return spot_struct_text(view, spot, thread);
    if (!spot_has_value(spot))
        return "…";
    if (spot_bits(view, spot, thread, &bits) != SPOT_KNOWN)
        return "?";
    return spot->type->kind == TYPE_POINTER
               ? pointer_text(view, spot->type, bits)
               : machine_value_text(view->arena, view->launch, spot_scalar(spot), bits, false);
}

const char *spot_whole_text(const View *view, const Spot *spot, uint32_t thread)
{
    const Type *type = spot->type;
    if (type->kind != TYPE_ARRAY)
        return spot_text(view, spot, thread);
    const char *text = "{";
    for (uint32_t i = 0; i < type->length; ++i) {
        if (i == MEMBERS_TOLD)
            return arena_printf(view->arena, "%s, …}", text);
        Spot element = *spot;
        spot_take_index(view, &element, i, thread);
        text = arena_printf(view->arena, "%s%s%s", text, i ? ", " : "",
                            spot_whole_text(view, &element, thread));
    }
    return arena_printf(view->arena, "%s}", text);
}
