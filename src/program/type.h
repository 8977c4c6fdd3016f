/* Types of the CUDA C subset: values, and a layout that equals what nvcc gives on x86-64 Linux.
 *
 * Types are immutable and live in an arena. Scalars are shared constants (type_scalar); compare
 * types with type_equal, not by address. Structs have an identity: two of the same members differ.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* What one register or memory element holds. The order is the order of C's conversion ranks. */
typedef enum ScalarType {
    SCALAR_BOOL,
    SCALAR_I8,
    SCALAR_U8,
    SCALAR_I16,
    SCALAR_U16,
    SCALAR_I32,
    SCALAR_U32,
    SCALAR_I64,
    SCALAR_U64,
    SCALAR_F16,
    SCALAR_BF16,
    SCALAR_F32,
    SCALAR_F64,
    SCALAR_COUNT
} ScalarType;

/* Pointers are 64 bits, as everywhere in CUDA today. */
typedef enum TypeKind { TYPE_VOID, TYPE_SCALAR, TYPE_POINTER, TYPE_ARRAY, TYPE_STRUCT } TypeKind;

typedef struct Type Type;

/* A member of a struct, in the order of the declaration. */
typedef struct Field {
    const char *name;
    const Type *type;
    uint32_t offset_bytes;
} Field;

struct Type {
    TypeKind kind;
    ScalarType scalar;   /* TYPE_SCALAR; a pointer is stored as SCALAR_U64 */
    bool is_union;       /* struct: all fields lie at its beginning */
    bool is_fragment;    /* struct: a fragment of nvcuda::wmma (flow/fragment_order.h) */
    bool is_const;       /* this type itself is const; what a pointer points at is `element` */
    uint32_t size_bytes; /* with padding; 0 for void and for arrays of unknown length */
    uint32_t align_bytes;
    const Type *element; /* pointer: what it points at; array: its element */
    uint32_t length;     /* array: elements; 0: unknown, as in extern __shared__ float s[] */
    const char *name;    /* struct tag (float4 is one), or NULL */
    const Field *fields; /* struct */
    int field_count;
};

typedef struct ScalarInfo {
    const char *name;
    uint8_t size_bytes;
    bool is_float, is_signed;
} ScalarInfo;

/* What the functions below answer; they stand here since they are asked for every lane. */
extern const ScalarInfo scalar_info[SCALAR_COUNT];

/* In memory: 1, 2, 4 or 8; BOOL 1. */
static inline uint32_t scalar_size_bytes(ScalarType scalar)
{
    return scalar_info[scalar].size_bytes;
}

/* Register slots of 32 bits that a value of this type takes: 1 or 2 (instr.h). */
static inline uint32_t register_words(ScalarType scalar)
{
    return scalar == SCALAR_I64 || scalar == SCALAR_U64 || scalar == SCALAR_F64 ? 2 : 1;
}

/* F16, BF16, F32, F64; and these together with the signed integers. */
static inline bool scalar_is_float(ScalarType scalar)
{
    return scalar_info[scalar].is_float;
}
static inline bool scalar_is_signed(ScalarType scalar)
{
    return scalar_info[scalar].is_signed;
}

bool scalar_is_half(ScalarType scalar);     /* the floats of 16 bits: F16, BF16 */
const char *scalar_name(ScalarType scalar); /* as written in CUDA C: "unsigned int" */

/* The shared types without and with const, which live for ever, and new ones in the arena. None is
 * ever NULL. The element of a pointer or an array has to live as long. */
const Type *type_void(void);
const Type *type_scalar(ScalarType scalar);
const Type *type_const_scalar(ScalarType scalar);
const Type *type_pointer(Arena *arena, const Type *element);
const Type *type_array(Arena *arena, const Type *element, uint32_t length);

/* The same type with const or without; itself if it is so already. */
const Type *type_with_const(Arena *arena, const Type *type, bool is_const);

/* The same type but for const, at all depths: structs if they are one and the same declaration. */
bool type_equal(const Type *a, const Type *b);

/* As CUDA C would write it: "const float *", "float [16][17]". */
const char *type_text(Arena *arena, const Type *type);
