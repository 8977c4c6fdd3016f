/* An instruction of PTX taken apart, and its operands as CUDA C. Texts live in the parser's arena.
 */
#pragma once

#include "lang/ptx/asm.h"

enum { PTX_PARTS = 16, PTX_ELEMENTS = 8 };

/* "ld", "shared", "v4", "f32". */
typedef struct Ptx {
    AsmWriter *w;
    const char *parts[PTX_PARTS];
    int count;
    const char *type; /* the last part that is a type, or "" */
} Ptx;

/* A type of PTX: how CUDA C calls a value of it, one in memory, and without its number a vector. */
typedef struct PtxType {
    const char *name, *value, *memory, *vector;
} PtxType;

#define PTX_TEXT(...) arena_printf(x->w->parser->arena, __VA_ARGS__)

const PtxType *ptx_type(const char *name); /* NULL if it is none */
bool ptx_has(const Ptx *x, const char *part);
bool ptx_is_shared(const Ptx *x);

/* Refuses the instruction; gives something that can stand for a value. */
const char *ptx_refuse(const Ptx *x);

/* A word, and operand number arg, as a value of a C type; typed: of the instruction's type. */
const char *ptx_word(const Ptx *x, const char *word, const char *type);
const char *ptx_value(const Ptx *x, int arg, const char *type);
const char *ptx_typed(const Ptx *x, int arg);

/* Writes word = what, and the same of operand arg; what is of a C type. */
void ptx_assign_word(const Ptx *x, const char *word, const char *what, const char *type);
void ptx_assign(const Ptx *x, int arg, const char *what, const char *type);

/* Operand 0 = what, of the type that the instruction names. */
void ptx_put(const Ptx *x, const char *what);

/* The words of {a, b, c}, or the one that stands alone; how many. */
int ptx_elements(const Ptx *x, int arg, const char *words[PTX_ELEMENTS]);

/* [a + 16] as a pointer to type. */
const char *ptx_pointer(const Ptx *x, int arg, const char *type, bool is_shared);

/* What writes an instruction; ptx_memory.c has those that go to memory, to other lanes, or to a
 * tensor core. */
typedef void PtxWriter(const Ptx *x);
PtxWriter ptx_move_memory, ptx_load_matrix, ptx_store_matrix;
PtxWriter ptx_multiply_matrices, ptx_move_matrix, ptx_copy_async, ptx_mbarrier, ptx_barrier,
    ptx_fence, ptx_shuffle, ptx_atomic;
