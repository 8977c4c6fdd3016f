/* The types of groups are one constant table. Copies of them, made const for instance, keep the
 * addresses of the table's name and fields, and are recognised by those. */
#include "lang/tree/kinds.h"

#include <string.h>

bool type_is_arithmetic(const Type *type)
{
    return type->kind == TYPE_SCALAR;
}

bool type_is_integer(const Type *type)
{
    return type->kind == TYPE_SCALAR && !scalar_is_float(type->scalar);
}

bool type_is_float(const Type *type)
{
    return type->kind == TYPE_SCALAR && scalar_is_float(type->scalar);
}

ScalarType scalar_promote(ScalarType type)
{
    return type < SCALAR_I32 ? SCALAR_I32 : type;
}

/* The order of ScalarType is that of the ranks, so the larger one wins. */
ScalarType scalar_common(ScalarType a, ScalarType b)
{
    a = scalar_promote(a);
    b = scalar_promote(b);
    return a > b ? a : b;
}

/* ---- groups ---- */

static const Field no_fields[1];

#define GROUP_TYPE(text, size)                                                                     \
    {                                                                                              \
        .kind = TYPE_STRUCT, .align_bytes = 1, .length = size, .name = text, .fields = no_fields   \
    }
static const Type group_types[] = {/* [GroupKind], then the other sizes of tiles */
                                   GROUP_TYPE("thread_block", 0),
                                   GROUP_TYPE("grid_group", 0),
                                   GROUP_TYPE("thread_group", 0),
                                   GROUP_TYPE("thread_block_tile<1>", 1),
                                   GROUP_TYPE("thread_block_tile<2>", 2),
                                   GROUP_TYPE("thread_block_tile<4>", 4),
                                   GROUP_TYPE("thread_block_tile<8>", 8),
                                   GROUP_TYPE("thread_block_tile<16>", 16),
                                   GROUP_TYPE("thread_block_tile<32>", 32)};
enum { GROUP_TYPE_COUNT = sizeof group_types / sizeof *group_types };

bool type_is_group(const Type *type)
{
    return type->kind == TYPE_STRUCT && type->fields == no_fields;
}

bool type_is_any_group(const Type *type)
{
    return type_is_group(type) && type->name == group_types[GROUP_ANY].name;
}

GroupKind group_kind(const Type *type)
{
    for (int i = 0; i < GROUP_TILE; ++i)
        if (type->name == group_types[i].name)
            return (GroupKind)i;
    return GROUP_TILE;
}

const Type *group_type(GroupKind kind, int64_t threads)
{
    if (kind != GROUP_TILE)
        return &group_types[kind];
    for (int i = GROUP_TILE; i < GROUP_TYPE_COUNT; ++i)
        if (group_types[i].length == threads)
            return &group_types[i];
    return NULL;
}

const Type *group_tile_unknown(Arena *arena, const char *size)
{
    Type *type = arena_copy(arena, group_type(GROUP_TILE, 32), sizeof *type);
    type->name = size;
    return type;
}

const Type *group_type_find(const char *name, uint32_t length)
{
    static const char tile[] = "thread_block_tile";
    for (int i = 0; i < GROUP_TILE; ++i)
        if (strlen(group_types[i].name) == length && memcmp(group_types[i].name, name, length) == 0)
            return &group_types[i];
    bool is_tile = length == sizeof tile - 1 && memcmp(name, tile, length) == 0;
    return is_tile ? group_type(GROUP_TILE, 32) : NULL;
}
