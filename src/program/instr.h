/* Instr: one instruction, and what it reads and writes.
 *
 * A register slot holds 32 bits per thread; a 64-bit value takes two consecutive slots and is
 * stored, warp by warp, as an array of 64-bit words over both. BOOL and the narrow integers live
 * widened to 32 bits (sign or zero extended); F16 and BF16 live as their 16 bits, zero extended.
 * Structs and vector types in registers take their fields' slots one after another. */
#pragma once

#include "base/source.h"
#include "program/address.h"
#include "program/opcode.h"
#include "program/type.h"

struct PrintCall; /* program.h */

/* An operand: a register slot (from 0), a uniform (OPERAND_UNIFORM + its index in
 * Program.uniforms), or nothing. OPERAND_INDEX takes the slot or the index out; do not ask it of
 * OPERAND_NONE, which is not a register to OPERAND_IS_REGISTER and no uniform to
 * OPERAND_IS_UNIFORM. */
typedef uint16_t Operand;
#define OPERAND_NONE           ((Operand)0xffff)
#define OPERAND_UNIFORM        ((Operand)0x8000)
#define OPERAND_INDEX(o)       ((o)&0x7fff)
#define OPERAND_IS_UNIFORM(o)  ((o) != OPERAND_NONE && ((o)&OPERAND_UNIFORM))
#define OPERAND_IS_REGISTER(o) (!((o)&OPERAND_UNIFORM))

/* Slots 0, 1, 2 always hold threadIdx.x, .y, .z. */
enum { SLOT_THREAD_X, SLOT_THREAD_Y, SLOT_THREAD_Z, SLOT_FIRST_FREE };

/* Instr.imm of a BARRIER: of the block, or of the block and then of the whole grid. */
enum { BARRIER_OF_BLOCK, BARRIER_OF_GRID };

/* Bits of Instr.flags. "Watched" registers are those of Program.watches. */
enum InstrFlag {
    INSTR_PHASE = 1,     /* LOOP_TEST of the outermost loop that holds a barrier */
    INSTR_GUARD = 2,     /* IF that comes from an if or ?: whose body touches memory */
    INSTR_VOLATILE = 4,  /* LOAD, STORE through a volatile pointer */
    INSTR_REMOVED = 8,   /* switched off by --without: never runs, kept for display */
    INSTR_CONSTANT = 16, /* LOAD of constant memory; see constant_loads.h */
    INSTR_WATCHED = 32,  /* may read a watched register that is not set */
    INSTR_SETS = 64,     /* writes a watched register */
    INSTR_COPY = 128,    /* MOV from one watched register to another: what is not set may be copied
                           so, and the copy is not set either */
    INSTR_SCOPE = 512,   /* LOAD, STORE, ATOMIC: may access a local variable that is no more */
    INSTR_OF_BLOCK = 1024, /* ATOMIC: of the scope of a block, as atomicAdd_block */
    INSTR_LIMIT = 2048,    /* LOAD, STORE, ATOMIC: may go past an array inside a struct */
    INSTR_ASYNC =
        4096, /* LOAD, and the STORE behind it: one asynchronous copy to shared memory. The
                           LOAD begins it, the STORE is made when the copy lands (vm/copy.h) */
    INSTR_BYPASS = 8192, /* of such a pair: past the L1 cache, as cp.async.cg */
    INSTR_BULK = 16384,  /* of such a pair: the lanes' pieces of a bulk copy, cp.async.bulk, which a
                            GPU makes as one instruction of one thread */
    INSTR_RANGE = 256    /* SHL, SHR: the count may be negative, or the width of the type or more;
                         CONVERT: the integer may not hold the float */
};

/* One instruction of a Program. All threads of a warp that are active run it at once. Which fields
 * an opcode uses tells its row in opcode.def; operands that it does not use are OPERAND_NONE. */
typedef struct Instr {
    uint8_t op;     /* Opcode */
    uint8_t type;   /* ScalarType of the operation (LOAD, STORE: of one element) */
    uint8_t type2;  /* CONVERT, BITS: source type; LOAD, STORE, ATOMIC: type of index b (I32, U32,
                      I64 or U64) */
    uint8_t space;  /* LOAD, STORE, ATOMIC: Space of address a */
    uint8_t width;  /* LOAD, STORE: elements per lane, 1, 2 or 4, in consecutive slots; width * size
                      must be the access's alignment if width > 1 */
    uint8_t atomic; /* ATOMIC: AtomicOperation */
    uint8_t tile;   /* SHUFFLE, VOTE, WARP_SYNC: lanes of the tile that takes part, of which
                       the lane is one; 0: mask says. LOAD, STORE: of rows of matrices for a
                       MATRIX; only the first tile lanes access; 0: all do */
    uint8_t rounding; /* Rounding: of VALUE instructions that round; else 0 */
    uint16_t flags;
    Operand dst, a, b, c; /* the first slot of each; dst is a register */
    Operand mask;         /* SHUFFLE, VOTE, WARP_SYNC: the lanes that take part, a U32;
                             OPERAND_NONE: those that are active */
    uint32_t scale_bytes; /* LOAD, STORE, ATOMIC: bytes per step of index b */
    int32_t imm;          /* byte displacement, or as the opcode says */
    uint32_t target;      /* index of an instruction; of a VALUE instruction with INSTR_WATCHED or
                             INSTR_RANGE: 1 + index of the guard its result is used under, 0:
                             always; with INSTR_LIMIT: 1 + index of the first of its limits */
    uint32_t line;        /* source line in file 0, from 1; of the include's line for other files */
    uint32_t own_line;    /* its own line as a number of all files (source_line_number): what is
                             found is told by it */
    Span span;            /* the expression or statement it comes from */
} Instr;

/* What an access is to threads of other blocks: an atomic operation of the scope of a block is no
 * more than a store to them. */
static inline Opcode instr_opcode_between(const Instr *instr)
{
    return instr->flags & INSTR_OF_BLOCK ? OP_STORE : (Opcode)instr->op;
}

/* A LOAD of rows that a MATRIX hands out: the memory half of an ldmatrix. */
static inline bool instr_is_matrix_load(const Instr *instr)
{
    return instr->op == OP_LOAD && instr->tile;
}

/* Bytes that one lane of a LOAD or STORE moves. */
static inline uint32_t instr_access_bytes(const Instr *instr)
{
    return scalar_size_bytes((ScalarType)instr->type) * instr->width;
}

/* A value in registers that an instruction reads: `words` slots (1 or 2) from `slot` on. */
typedef struct InstrRead {
    Operand slot;
    uint8_t words;
    char operand; /* 'a', 'b', 'c' or 'm'; 'p': an argument of a PRINT */
} InstrRead;
enum { INSTR_READS = 40 };

/* Fills reads with the values in registers that an instruction reads, every element of a STORE's
 * vector and both values of a CAS by themselves; returns how many, INSTR_READS at most: arguments
 * of a PRINT beyond are left out, and so are uniforms. prints is that of the instruction's
 * program. */
int instr_reads(const struct PrintCall *prints, const Instr *instr, InstrRead reads[INSTR_READS]);

/* The type of operand 'a', 'b', 'c', 'm' or of the result 'd' as it lies in a register, and the
 * slots that it takes there, 1 or 2; of a LOAD's result and of what a STORE takes from 'c', those
 * of one element. Asked only of operands that the opcode has. */
ScalarType instr_operand_type(const Instr *instr, char operand);
uint32_t instr_operand_words(const Instr *instr, char operand);

/* The operand of that letter, OPERAND_NONE for others; and how many values lie there one after
 * another: the elements of a vector that is moved, the two of a CAS, else 1. */
Operand instr_operand(const Instr *instr, char operand);
uint32_t instr_operand_elements(const Instr *instr, char operand);

/* Floating-point operations of an active lane. */
int instr_flops(const Instr *instr);

/* Slots that an instruction writes from dst on, all elements of a vector together; 0 if none, or if
 * it is switched off. */
uint32_t instr_written_words(const Instr *instr);

/* The slot is one of these. */
static inline bool instr_writes(const Instr *instr, uint32_t slot)
{
    return slot - instr->dst < instr_written_words(instr);
}
