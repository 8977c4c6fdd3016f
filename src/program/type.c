/* Types are compared by structure; only structs have an identity, the address of their field list,
 * which copies that differ in const share. */
#include "program/type.h"

#include <string.h>

const ScalarInfo scalar_info[SCALAR_COUNT] = {
    [SCALAR_BOOL] = {"bool", 1, false, false},
    [SCALAR_I8] = {"char", 1, false, true},
    [SCALAR_U8] = {"unsigned char", 1, false, false},
    [SCALAR_I16] = {"short", 2, false, true},
    [SCALAR_U16] = {"unsigned short", 2, false, false},
    [SCALAR_I32] = {"int", 4, false, true},
    [SCALAR_U32] = {"unsigned int", 4, false, false},
    [SCALAR_I64] = {"long long", 8, false, true},
    [SCALAR_U64] = {"unsigned long long", 8, false, false},
    [SCALAR_F16] = {"__half", 2, true, true},
    [SCALAR_BF16] = {"__nv_bfloat16", 2, true, true},
    [SCALAR_F32] = {"float", 4, true, true},
    [SCALAR_F64] = {"double", 8, true, true},
};

#define SCALAR_TYPE(which, size, constant)                                                         \
    [which] = {.kind = TYPE_SCALAR,                                                                \
               .scalar = which,                                                                    \
               .is_const = constant,                                                               \
               .size_bytes = size,                                                                 \
               .align_bytes = size}
#define SCALAR_TYPES(constant)                                                                     \
    {                                                                                              \
        SCALAR_TYPE(SCALAR_BOOL, 1, constant), SCALAR_TYPE(SCALAR_I8, 1, constant),                \
            SCALAR_TYPE(SCALAR_U8, 1, constant), SCALAR_TYPE(SCALAR_I16, 2, constant),             \
            SCALAR_TYPE(SCALAR_U16, 2, constant), SCALAR_TYPE(SCALAR_I32, 4, constant),            \
            SCALAR_TYPE(SCALAR_U32, 4, constant), SCALAR_TYPE(SCALAR_I64, 8, constant),            \
            SCALAR_TYPE(SCALAR_U64, 8, constant), SCALAR_TYPE(SCALAR_F16, 2, constant),            \
            SCALAR_TYPE(SCALAR_BF16, 2, constant), SCALAR_TYPE(SCALAR_F32, 4, constant),           \
            SCALAR_TYPE(SCALAR_F64, 8, constant)                                                   \
    }

static const Type plain_types[SCALAR_COUNT] = SCALAR_TYPES(false);
static const Type const_types[SCALAR_COUNT] = SCALAR_TYPES(true);
static const Type void_type = {.kind = TYPE_VOID, .align_bytes = 1};

bool scalar_is_half(ScalarType scalar)
{
    return scalar == SCALAR_F16 || scalar == SCALAR_BF16;
}

const char *scalar_name(ScalarType scalar)
{
    return scalar_info[scalar].name;
}

const Type *type_void(void)
{
    return &void_type;
}

const Type *type_scalar(ScalarType scalar)
{
    return &plain_types[scalar];
}

const Type *type_const_scalar(ScalarType scalar)
{
    return &const_types[scalar];
}

const Type *type_pointer(Arena *arena, const Type *element)
{
    Type *type = ARENA_NEW(arena, Type);
    type->kind = TYPE_POINTER;
    type->scalar = SCALAR_U64;
    type->size_bytes = type->align_bytes = 8;
    type->element = element;
    return type;
}

const Type *type_array(Arena *arena, const Type *element, uint32_t length)
{
    Type *type = ARENA_NEW(arena, Type);
    type->kind = TYPE_ARRAY;
    type->size_bytes = element->size_bytes * length;
    type->align_bytes = element->align_bytes;
    type->element = element;
    type->length = length;
    return type;
}

const Type *type_with_const(Arena *arena, const Type *type, bool is_const)
{
    if (type->is_const == is_const)
        return type;
    if (type->kind == TYPE_SCALAR)
        return is_const ? &const_types[type->scalar] : &plain_types[type->scalar];
    Type *copy = arena_copy(arena, type, sizeof *type);
    copy->is_const = is_const;
    return copy;
}

bool type_equal(const Type *a, const Type *b)
{
    for (; a->kind == b->kind; a = a->element, b = b->element) {
        if (a->kind == TYPE_ARRAY && a->length != b->length)
            return false;
        if (a->kind == TYPE_SCALAR)
            return a->scalar == b->scalar;
        if (a->kind == TYPE_STRUCT)
            return a->fields == b->fields && a->name == b->name;
        if (a->kind == TYPE_VOID)
            return true;
    }
    return false;
}

static const char *base_name(const Type *type)
{
    if (type->kind == TYPE_VOID)
        return "void";
    if (type->kind == TYPE_SCALAR)
        return scalar_name(type->scalar);
    return type->name ? type->name : "struct";
}

/* C's declarators read inside out: the text grows around what is there already, beginning with the
 * outermost type. */
const char *type_text(Arena *arena, const Type *type)
{
    const char *declarator = "";
    for (; type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY; type = type->element) {
        bool is_pointer = type->kind == TYPE_POINTER;
        if (is_pointer)
            declarator = arena_printf(arena, type->is_const ? "*const%s" : "*%s", declarator);
        else if (declarator[0] == '*')
            declarator = arena_printf(arena, "(%s)[%u]", declarator, type->length);
        else
            declarator = arena_printf(arena, "%s[%u]", declarator, type->length);
    }
    return arena_printf(arena, "%s%s%s%s", type->is_const ? "const " : "", base_name(type),
                        declarator[0] ? " " : "", declarator);
}
