/* Members of structs. Where one lies follows from its type alone: so many slots, or so many bytes,
 * behind the first. */
#include "view/values/member.h"

#include "view/values/values.h"

#include "program/slots.h"

enum { MEMBERS_TOLD = 16 };

Member member_of(const Variable *variable)
{
    return (Member){variable, variable->type, variable->operand, 0};
}

void member_take(Member *part, int field)
{
    if (part->operand != OPERAND_NONE)
        part->operand = operand_part(part->operand, part->type, field);
    part->offset_bytes += part->type->fields[field].offset_bytes;
    part->type = part->type->fields[field].type;
}

bool member_is_held(const Member *part)
{
    StorageKind storage = part->variable->storage;
    return storage == STORAGE_LOCAL ||
           ((storage == STORAGE_REGISTER || storage == STORAGE_UNIFORM) &&
            part->operand != OPERAND_NONE);
}

static ScalarType member_scalar(const Member *part)
{
    return part->type->kind == TYPE_POINTER ? SCALAR_U64 : part->type->scalar;
}

uint64_t member_bits(const View *view, const Member *part, uint32_t thread)
{
    if (part->variable->storage != STORAGE_LOCAL)
        return machine_value(view->machine, part->operand, member_scalar(part), thread);
    const LocalVariable *local = &view->program->locals[part->variable->index];
    return value_bits(member_scalar(part), machine_local(view->machine, thread) +
                                               local->offset_bytes + part->offset_bytes);
}

/* The name of the array, NULL if it has none. */
static const char *array_name(const Program *program, Space space, unsigned object)
{
    if (space == SPACE_SHARED && object < (unsigned)program->shared_count)
        return program->shared[object].name;
    return space == SPACE_LOCAL && object < (unsigned)program->local_count
               ? program->locals[object].name
               : NULL;
}

const char *pointer_text(const View *view, const Type *pointer, uint64_t bits)
{
    const char *name = array_name(view->program, address_space(bits), address_object(bits));
    if (!bits || !name)
        return machine_value_text(view->arena, view->launch, SCALAR_U64, bits, true);
    int64_t offset = address_offset_bytes(bits), size = pointer->element->size_bytes;
    bool is_even = size > 0 && offset % size == 0;
    unsigned long long far = (unsigned long long)(offset < 0 ? -offset : offset);
    if (!offset)
        return name;
    return arena_printf(view->arena, "%s %c %llu%s", name, offset < 0 ? '-' : '+',
                        is_even ? far / (unsigned long long)size : far, is_even ? "" : " B");
}

static const char *member_struct_text(const View *view, const Member *part, uint32_t thread)
{
    const char *text = "{";
    for (int i = 0; i < part->type->field_count; ++i) {
        const char *separator = i ? ", " : "";
        if (i == MEMBERS_TOLD)
            return arena_printf(view->arena, "%s, …}", text);
        Member inner = *part;
        member_take(&inner, i);
        text = arena_printf(view->arena, "%s%s%s = %s", text, separator, part->type->fields[i].name,
                            member_text(view, &inner, thread));
    }
    return arena_printf(view->arena, "%s}", text);
}

const char *member_text(const View *view, const Member *part, uint32_t thread)
{
    bool is_pointer = part->type->kind == TYPE_POINTER;
    if (part->type->kind == TYPE_STRUCT)
        return member_struct_text(view, part, thread);
    if (!is_pointer && part->type->kind != TYPE_SCALAR)
        return "…";
    uint64_t bits = member_bits(view, part, thread);
    return is_pointer
               ? pointer_text(view, part->type, bits)
               : machine_value_text(view->arena, view->launch, member_scalar(part), bits, false);
}
