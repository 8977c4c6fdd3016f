/* Structs in registers: their scalars one after another, each in a slot or two. In uniforms every
 * scalar takes one, whatever its size. What has an array in it lives in memory, and passes through
 * registers only when it is copied; so does a union, word by word. */
#include "lang/emit/value.h"

bool type_in_registers(const Type *type)
{
    if (type->is_union)
        return false;
    if (type->kind == TYPE_STRUCT)
        for (int i = 0; i < type->field_count; ++i)
            if (!type_in_registers(type->fields[i].type))
                return false;
    return type->kind != TYPE_ARRAY;
}

ScalarType type_scalar_of(const Type *type)
{
    return type->kind == TYPE_SCALAR ? type->scalar : SCALAR_U64;
}

enum { LEAF_LIMIT = 4096 }; /* beyond: too many slots anyway, which is reported */

typedef struct Leaves {
    Arena *arena;
    Leaf *items;
    int count, capacity;
    uint32_t slot;
} Leaves;

/* A union as words, as wide as its alignment lets them be. */
static void add_words(Leaves *leaves, const Type *type, uint32_t offset_bytes)
{
    static const ScalarType words[] = {
        [1] = SCALAR_U8, [2] = SCALAR_U16, [4] = SCALAR_U32, [8] = SCALAR_U64};
    uint32_t size = type->align_bytes < 8 ? type->align_bytes : 8;
    for (uint32_t at = 0; at < type->size_bytes && leaves->count < LEAF_LIMIT; at += size) {
        Leaf leaf = {words[size], false, offset_bytes + at, leaves->slot};
        *ARENA_PUSH(leaves->arena, leaves->items, leaves->count, leaves->capacity) = leaf;
        leaves->slot += size == 8 ? 2 : 1;
    }
}

static void add_leaves(Leaves *leaves, const Type *type, uint32_t offset_bytes)
{
    if (type->is_union) {
        add_words(leaves, type, offset_bytes);
        return;
    }
    if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; ++i)
            add_leaves(leaves, type->fields[i].type, offset_bytes + type->fields[i].offset_bytes);
        return;
    }
    if (type->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < type->length && leaves->count < LEAF_LIMIT; ++i)
            add_leaves(leaves, type->element, offset_bytes + i * type->element->size_bytes);
        return;
    }
    Leaf leaf = {type_scalar_of(type), type->kind == TYPE_POINTER, offset_bytes, leaves->slot};
    *ARENA_PUSH(leaves->arena, leaves->items, leaves->count, leaves->capacity) = leaf;
    leaves->slot += type_slots(type);
}

int type_leaves(Arena *arena, const Type *type, Leaf **out)
{
    Leaves leaves = {.arena = arena};
    add_leaves(&leaves, type, 0);
    *out = leaves.items;
    return leaves.count;
}

int type_vector_width(const Type *type)
{
    int count = type->field_count;
    if (type->kind != TYPE_STRUCT || type->is_union || (count != 2 && count != 4) ||
        type->size_bytes != type->align_bytes || type->size_bytes > 16)
        return 0;
    const Type *first = type->fields[0].type;
    for (int i = 0; i < count; ++i)
        if (type->fields[i].type->kind != TYPE_SCALAR ||
            type->fields[i].type->scalar != first->scalar)
            return 0;
    return count;
}

Operand operand_leaf(Operand operand, const Leaf *leaf, int number)
{
    return (Operand)(operand + (OPERAND_IS_UNIFORM(operand) ? (uint32_t)number : leaf->slot));
}
