/* Where the parts of a type lie in slots. */
#include "program/slots.h"

uint32_t type_slots(const Type *type)
{
    uint32_t count = 0;
    if (type->is_union) /* as words of its alignment, whatever its fields are */
        count = type->size_bytes / type->align_bytes * (type->align_bytes >= 8 ? 2 : 1) *
                (type->align_bytes > 8 ? type->align_bytes / 8 : 1);
    else if (type->kind == TYPE_STRUCT)
        for (int i = 0; i < type->field_count; ++i)
            count += type_slots(type->fields[i].type);
    else if (type->kind == TYPE_ARRAY)
        count = type->length * type_slots(type->element);
    else if (type->kind == TYPE_SCALAR || type->kind == TYPE_POINTER)
        count = type->size_bytes == 8 ? 2 : 1;
    return count;
}

static uint32_t uniform_parts(const Type *type)
{
    uint32_t count = 0;
    if (type->kind == TYPE_ARRAY)
        return type->length * uniform_parts(type->element);
    if (type->kind != TYPE_STRUCT)
        return 1;
    if (type->is_union)
        return type->size_bytes / (type->align_bytes < 8 ? type->align_bytes : 8);
    for (int i = 0; i < type->field_count; ++i)
        count += uniform_parts(type->fields[i].type);
    return count;
}

Operand operand_part(Operand operand, const Type *type, int field)
{
    uint32_t at = 0;
    for (int i = 0; i < field && !type->is_union; ++i)
        at += OPERAND_IS_UNIFORM(operand) ? uniform_parts(type->fields[i].type)
                                          : type_slots(type->fields[i].type);
    return (Operand)(operand + at);
}
