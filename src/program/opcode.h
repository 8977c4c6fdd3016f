/* The instructions that there are: opcode.def and math.def as names and as tables, and the modes of
 * those that are one instruction with several meanings. */
#ifndef TILESTEP_PROGRAM_OPCODE_H
#define TILESTEP_PROGRAM_OPCODE_H

#include <stdbool.h>
#include <stdint.h>

/* OP_ADD and so on: what each does tells its row of opcode.def. */
typedef enum Opcode {
#define OPCODE(name, mnemonic, class, flops, operands) OP_##name,
#include "program/opcode.def"
#undef OPCODE
    OP_COUNT
} Opcode;

/* What an instruction is to a run; the words are explained at the head of opcode.def. */
typedef enum OpcodeClass {
    CLASS_VALUE,
    CLASS_MEMORY,
    CLASS_BRANCH,
    CLASS_SYNC,
    CLASS_EFFECT,
    CLASS_MARK
} OpcodeClass;

typedef struct OpcodeInfo {
    const char *name;     /* "LOOP_TEST" */
    const char *mnemonic; /* "while", as the disassembly has it */
    const char *operands; /* which fields of Instr it uses: letters of "dabcmit"; d comes first */
    OpcodeClass class;
    int flops; /* floating-point operations per active lane, if Instr.type is a float: FMA 2 */
} OpcodeInfo;

extern const OpcodeInfo opcode_info[OP_COUNT]; /* [Opcode] */

/* EQ, NE, LT, LE, GT or GE: Instr.type is that of the operands, the result is a bool. */
static inline bool opcode_is_comparison(uint8_t op)
{
    return op >= OP_EQ && op <= OP_GE;
}

/* The functions of math.def, which are Instr.imm of a MATH: of one or two floats, F32 or F64, or
 * from MATH_popc on of one integer. */
typedef enum MathFunction {
#define MATH_FUNCTION(name, arguments) MATH_##name,
#include "program/math.def"
#undef MATH_FUNCTION
    MATH_COUNT
} MathFunction;

typedef struct MathInfo {
    const char *name; /* "sqrt" */
    int arguments;    /* 1 or 2: operands a and b */
} MathInfo;

extern const MathInfo math_info[MATH_COUNT]; /* [MathFunction], which is Instr.imm of a MATH */

/* Instr.atomic of an ATOMIC, as CUDA's functions atomicAdd and so on define them: INC counts up to
 * c and begins again with 0, DEC counts down from c (Programming Guide, "Atomic Functions"). */
typedef enum AtomicOperation {
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_EXCHANGE,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_CAS,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_OPERATION_COUNT
} AtomicOperation;

/* Instr.imm of a SHUFFLE and of a VOTE: __shfl_sync, _up_, _down_, _xor_; __any_sync, __all_sync,
 * __ballot_sync, and __activemask. */
typedef enum ShuffleMode { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR } ShuffleMode;
typedef enum VoteMode { VOTE_ANY, VOTE_ALL, VOTE_BALLOT, VOTE_ACTIVE } VoteMode;

/* Instr.imm of a FENCE: for whom it orders: the block, all of the device, the host as well. */
typedef enum FenceScope { FENCE_BLOCK, FENCE_DEVICE, FENCE_SYSTEM } FenceScope;

#endif
