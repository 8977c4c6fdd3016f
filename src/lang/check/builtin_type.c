/* Type names that CUDA's headers bring: sized integers, half, vectors and their aliases. A vector
 * type is made when it is first named, once per compilation, so that types compare by identity. */
#include "lang/check/call.h"
#include "lang/tree/kinds.h"

#include <string.h>

typedef struct TypeName {
    const char *name;
    ScalarType scalar;
} TypeName;

static const TypeName scalar_names[] = {
    {"size_t", SCALAR_U64},         {"clock_t", SCALAR_I64},   {"ssize_t", SCALAR_I64},
    {"ptrdiff_t", SCALAR_I64},      {"intptr_t", SCALAR_I64},  {"uintptr_t", SCALAR_U64},
    {"int8_t", SCALAR_I8},          {"uint8_t", SCALAR_U8},    {"int16_t", SCALAR_I16},
    {"uint16_t", SCALAR_U16},       {"int32_t", SCALAR_I32},   {"uint32_t", SCALAR_U32},
    {"int64_t", SCALAR_I64},        {"uint64_t", SCALAR_U64},  {"uchar", SCALAR_U8},
    {"ushort", SCALAR_U16},         {"uint", SCALAR_U32},      {"ulong", SCALAR_U64},
    {"half", SCALAR_F16},           {"__half", SCALAR_F16},    {"nv_bfloat16", SCALAR_BF16},
    {"__nv_bfloat16", SCALAR_BF16}, {"cufftReal", SCALAR_F32}, {"cufftDoubleReal", SCALAR_F64}};

/* Order matters: the index in Compiler.vectors is 4 * row + width - 1. */
static const TypeName vector_names[] = {
    {"char", SCALAR_I8},       {"uchar", SCALAR_U8},         {"short", SCALAR_I16},
    {"ushort", SCALAR_U16},    {"int", SCALAR_I32},          {"uint", SCALAR_U32},
    {"long", SCALAR_I64},      {"ulong", SCALAR_U64},        {"longlong", SCALAR_I64},
    {"ulonglong", SCALAR_U64}, {"float", SCALAR_F32},        {"double", SCALAR_F64},
    {"half", SCALAR_F16},      {"nv_bfloat16", SCALAR_BF16}, {"dim", SCALAR_U32}};
enum { VECTOR_ROWS = sizeof vector_names / sizeof *vector_names };

static const struct {
    const char *alias, *name;
} aliases[] = {{"cuComplex", "float2"},           {"cuFloatComplex", "float2"},
               {"cufftComplex", "float2"},        {"cuDoubleComplex", "double2"},
               {"cufftDoubleComplex", "double2"}, {"__half2", "half2"},
               {"__nv_bfloat162", "nv_bfloat162"}};

static const Type *make_vector(Arena *arena, const char *name, ScalarType scalar, int width)
{
    static const char *const parts[] = {"x", "y", "z", "w"};
    uint32_t size = scalar_size_bytes(scalar);
    Field *fields = ARENA_ARRAY(arena, Field, width);
    for (int i = 0; i < width; ++i)
        fields[i] = (Field){parts[i], type_scalar(scalar), size * (uint32_t)i};
    Type *type = ARENA_NEW(arena, Type);
    uint32_t align = width == 3 ? size : size * (uint32_t)width;
    *type = (Type){.kind = TYPE_STRUCT,
                   .size_bytes = size * (uint32_t)width,
                   .align_bytes = align < 16 ? align : 16,
                   .name = name,
                   .fields = fields,
                   .field_count = width};
    return type;
}

static const Type *find_vector(Compiler *compiler, const char *name, uint32_t length)
{
    int width = name[length - 1] - '0';
    for (int row = 0; row < VECTOR_ROWS && width >= 1 && width <= 4; ++row) {
        const TypeName *vector = &vector_names[row];
        bool is_only = (strcmp(vector->name, "dim") == 0 && width != 3) ||
                       (scalar_is_half(vector->scalar) && width != 2);
        if (is_only || strlen(vector->name) != length - 1 ||
            memcmp(vector->name, name, length - 1) != 0)
            continue;
        if (!compiler->vectors)
            compiler->vectors = ARENA_ARRAY(compiler->arena, const Type *, VECTOR_ROWS * 4);
        const Type **slot = &compiler->vectors[row * 4 + width - 1];
        if (!*slot)
            *slot = make_vector(compiler->arena, arena_text(compiler->arena, name, length),
                                vector->scalar, width);
        return *slot;
    }
    return NULL;
}

const Type *builtin_type_find(Compiler *compiler, const char *name, uint32_t length)
{
    for (size_t i = 0; i < sizeof scalar_names / sizeof *scalar_names; ++i)
        if (strlen(scalar_names[i].name) == length &&
            memcmp(scalar_names[i].name, name, length) == 0)
            return type_scalar(scalar_names[i].scalar);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; ++i)
        if (strlen(aliases[i].alias) == length && memcmp(aliases[i].alias, name, length) == 0)
            return find_vector(compiler, aliases[i].name, (uint32_t)strlen(aliases[i].name));
    const Type *group = group_type_find(name, length);
    return group ? group : find_vector(compiler, name, length);
}
