/* What a kernel has values in: uniforms, parameters, arrays, and the names of its source with where
 * they lie.
 *
 * A uniform is a value that is the same for all threads of a block by construction: a constant,
 * blockIdx, blockDim, gridDim, a parameter, the base address of an array. It takes no register. */
#pragma once

#include "program/instr.h"

/* Where the value comes from; `index` is that of Uniform. */
typedef enum UniformKind {
    UNIFORM_CONSTANT,  /* value */
    UNIFORM_BLOCK_IDX, /* index 0, 1, 2 = x, y, z; U32 */
    UNIFORM_BLOCK_DIM,
    UNIFORM_GRID_DIM,
    UNIFORM_PARAMETER,      /* scalar parameter index (struct parameters: index, field slot) */
    UNIFORM_PARAMETER_BASE, /* pointer parameter index: its start address */
    UNIFORM_SHARED_BASE,    /* shared variable index: its start address */
    UNIFORM_LOCAL_BASE,     /* local variable index: its start address */
    UNIFORM_GLOBAL_BASE     /* __device__ or __constant__ variable index: its start address */
} UniformKind;

typedef struct Uniform {
    UniformKind kind;
    ScalarType type;
    uint16_t index; /* as its kind says */
    uint16_t part;  /* byte offset in a struct parameter; else 0 */
    uint64_t value; /* UNIFORM_CONSTANT: bits, widened as in a register */
} Uniform;

/* A function of the file that a pointer may lead to, and the number that the pointer then is. */
typedef struct FunctionNumber {
    const char *name;
    uint64_t number;
} FunctionNumber;

/* A parameter of the kernel, in the order of its declaration. */
typedef struct Parameter {
    const char *name;
    const Type *type; /* as declared: pointer, scalar or struct */
    Span span;
    bool has_default;         /* a number, which a launch may leave out */
    uint64_t default_value;   /* then: as in a register */
    bool is_read, is_written; /* pointer: some LOAD / STORE or ATOMIC goes through it */
    /* Pointer: the uniform that an index expression multiplies a row by, as in p[Row * k + Col]:
     * the row length in elements, or OPERAND_NONE if no access shows one. */
    Operand row_length;
    /* A pointer to functions, whose type here is that of a number: those of the file that fit. */
    const FunctionNumber *functions;
    int function_count;
} Parameter;

/* A __shared__ array or variable of the kernel or a helper. */
typedef struct SharedVariable {
    const char *name;
    const Type *type;      /* an extern array has length 0 */
    uint32_t offset_bytes; /* in the block's shared memory; an extern array starts after the rest */
    bool is_extern;
    Span span;
} SharedVariable;

/* An array of each thread, or a variable whose address is taken: in per-thread memory. */
typedef struct LocalVariable {
    const char *name;
    const Type *type;
    uint32_t offset_bytes; /* in the thread's own memory, of Program.local_bytes */
    Span span;
    uint32_t first_pc, end_pc; /* it exists for instructions first_pc <= pc < end_pc: those of its
                                  block or function, and of what is called there */
} LocalVariable;

/* Has its block or function ended, or not begun, where that instruction stands? */
static inline bool local_is_gone(const LocalVariable *local, uint32_t pc)
{
    return pc < local->first_pc || pc >= local->end_pc;
}

/* A __device__ or __constant__ variable at file scope. A Launch has a buffer for each. */
typedef struct GlobalVariable {
    const char *name;
    const Type *type;
    bool is_constant;    /* __constant__ */
    const void *initial; /* type->size_bytes bytes, or NULL: zeros, to be filled by the launch */
    Span span;
} GlobalVariable;

/* Where a variable of the source lives. */
typedef enum StorageKind {
    STORAGE_REGISTER,
    STORAGE_UNIFORM,
    STORAGE_SHARED,
    STORAGE_LOCAL
} StorageKind;

/* A name of the source that a person can ask the value of. */
typedef struct Variable {
    const char *name;
    const Type *type;
    StorageKind storage;
    Operand operand;           /* register slot or uniform */
    uint16_t index;            /* shared or local variable index */
    uint32_t first_pc, end_pc; /* instructions first_pc <= pc < end_pc see it */
    Span span;                 /* its declaration */
    uint16_t inline_depth;     /* 0 in the kernel itself, 1 in a helper it calls, ... */
    const char *function;      /* the helper's name; NULL in the kernel itself */
} Variable;
