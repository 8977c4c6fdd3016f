/* The scalars and pointers that a parameter is made of, with the paths that a user writes:
 * "A.width", "A.sizes[2]". A parameter that is no struct is one member that is called like
 * itself. */
#include "load/arguments/member.h"

#include <string.h>

enum { MEMBER_LIMIT = 4096 };

static void list_members(Members *members, const char *name, const Type *type, uint32_t at)
{
    Arena *arena = members->arena;
    if (members->count >= MEMBER_LIMIT)
        return;
    if (type->kind == TYPE_SCALAR || type->kind == TYPE_POINTER)
        *ARENA_PUSH(arena, members->items, members->count, members->capacity) =
            (Member){name, type, at};
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length && i < MEMBER_LIMIT; ++i)
        list_members(members, arena_printf(arena, "%s[%u]", name, i), type->element,
                     at + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        list_members(members, arena_printf(arena, "%s.%s", name, type->fields[i].name),
                     type->fields[i].type, at + type->fields[i].offset_bytes);
}

Members load_members(const Loader *loader, int parameter)
{
    const Parameter *of = &loader->run->program->parameters[parameter];
    Members members = {.arena = loader->arena};
    list_members(&members, of->name, of->type, 0);
    return members;
}

int load_count_members(const Type *type)
{
    int64_t count = type->kind == TYPE_POINTER;
    if (type->kind == TYPE_ARRAY)
        count = (int64_t)type->length * load_count_members(type->element);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; ++i)
        count += load_count_members(type->fields[i].type);
    return count < MEMBER_LIMIT ? (int)count : MEMBER_LIMIT;
}
