/* The instructions that there are: opcode.def and math.def as names and as tables, and the modes of
 * those that are one instruction with several meanings. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* OP_ADD and so on: what each does tells its row of opcode.def. */
typedef enum Opcode {
#define OPCODE(name, mnemonic, class, run, flops, operands) OP_##name,
#include "program/opcode.def"
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

/* IF, LOOP and SCOPE open a frame; ENDIF, LOOP_END and SCOPE_END are its last instruction. */
static inline bool opcode_opens_frame(uint8_t op)
{
    return op == OP_IF || op == OP_LOOP || op == OP_SCOPE;
}

static inline bool opcode_closes_frame(uint8_t op)
{
    return op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END;
}

/* Lanes of a warp do it together, and it says which (Instr.mask, Instr.tile). */
static inline bool opcode_is_of_warp(uint8_t op)
{
    return op == OP_SHUFFLE || op == OP_VOTE || op == OP_WARP_SYNC || op == OP_MATRIX ||
           op == OP_MMA;
}

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
    MATH_COUNT
} MathFunction;

typedef struct MathInfo {
    const char *name; /* "sqrt" */
    int arguments;    /* 1 or 2: operands a and b */
} MathInfo;

extern const MathInfo math_info[MATH_COUNT]; /* [MathFunction], which is Instr.imm of a MATH */

/* Instr.imm of an MMA: a row of mma.def, and MMA_SATURATES where sums of integers stop at the ends
 * of their range. */
typedef enum MmaShape {
#define MMA(name, text, m, k, ab, cd) MMA_##name,
#include "program/mma.def"
    MMA_SHAPES
} MmaShape;
#define MMA_SATURATES 256

typedef struct MmaInfo {
    const char *text; /* "m16n8k16.f32.f16" */
    uint8_t m, k;     /* n is 8 */
    uint8_t ab, cd;   /* ScalarType of the elements of a and b (F32: TF32), and of c and d */
    uint8_t a_words, b_words, c_words; /* slots that a lane holds of each */
} MmaInfo;
enum { MMA_N = 8 };

extern const MmaInfo mma_info[MMA_SHAPES]; /* [MmaShape] */

/* Instr.imm of a MATRIX: how many matrices of 8 rows of 16 bytes, 1, 2 or 4, and how they move. A
 * lane l has of each matrix word l % 4 of row l / 4; TRANSPOSED: elements 2 (l % 4) and the next of
 * column l / 4. Row r of matrix m is four words of lane 8 m + r. */
enum MatrixMove { MATRIX_TRANSPOSED = 8, MATRIX_TO_ROWS = 16 };
static inline uint32_t matrix_count(int32_t move)
{
    return (uint32_t)move & 7;
}

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

/* In lang, beside the operation: atomicAdd_block and its like (INSTR_OF_BLOCK). */
#define ATOMIC_OF_BLOCK 16

/* In lang, beside the bytes of an asynchronous copy: INSTR_BYPASS, INSTR_BULK. */
enum { COPY_BYPASSES = 256, COPY_IN_BULK = 512 };

/* Instr.imm of a SHUFFLE and of a VOTE: __shfl_sync, _up_, _down_, _xor_; __any_sync, __all_sync,
 * __ballot_sync, __activemask, and so on. */
typedef enum ShuffleMode { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR } ShuffleMode;
typedef enum VoteMode {
    VOTE_ANY,
    VOTE_ALL,
    VOTE_BALLOT,
    VOTE_ACTIVE,
    VOTE_MATCH_ANY,  /* the lanes that have the same bits: __match_any_sync */
    VOTE_MATCH_ALL,  /* all of them if they have the same bits, else none */
    VOTE_REDUCE_ADD, /* __reduce_add_sync and its like, of I32 or U32 */
    VOTE_REDUCE_MIN,
    VOTE_REDUCE_MAX,
    VOTE_REDUCE_AND,
    VOTE_REDUCE_OR,
    VOTE_REDUCE_XOR,
    VOTE_BLOCK_COUNT, /* what was voted at the barrier that the warp has just passed: in how many */
    VOTE_BLOCK_AND,   /* threads the predicate was true, whether in all, whether in any */
    VOTE_BLOCK_OR,
    VOTE_MODE_COUNT
} VoteMode;

/* The vote takes a value of Instr.type, or a BOOL, or nothing. */
static inline bool vote_takes_value(int32_t mode)
{
    return mode >= VOTE_MATCH_ANY && mode < VOTE_BLOCK_COUNT;
}

static inline bool vote_takes_bool(int32_t mode)
{
    return mode < VOTE_ACTIVE;
}

/* Instr.imm of an MBARRIER: an object of 8 bytes in shared memory that counts arrivals, phase after
 * phase (PTX ISA, "mbarrier"; cuda::barrier is made of it). */
typedef enum MbarrierMode {
    MBARRIER_INIT,        /* b: arrivals of a phase */
    MBARRIER_INVALIDATE,  /* its memory may be used for something else */
    MBARRIER_ARRIVE,      /* b arrivals; the result is a token of the phase */
    MBARRIER_DROP,        /* likewise, and from the next phase on b fewer are expected */
    MBARRIER_TEST,        /* has the phase of token b completed? */
    MBARRIER_WAIT,        /* until it has */
    MBARRIER_TEST_PARITY, /* the same of the latest phase of parity b */
    MBARRIER_WAIT_PARITY,
    MBARRIER_COPY,   /* one more arrival, made when the thread's copies so far have landed */
    MBARRIER_COPIED, /* one of those that are expected is made then */
    MBARRIER_MODE_COUNT
} MbarrierMode;

static inline bool mbarrier_blocks(int32_t mode)
{
    return mode == MBARRIER_WAIT || mode == MBARRIER_WAIT_PARITY;
}

static inline bool mbarrier_asks(int32_t mode)
{
    return mode >= MBARRIER_TEST && mode <= MBARRIER_WAIT_PARITY;
}

static inline bool mbarrier_is_of_copies(int32_t mode)
{
    return mode == MBARRIER_COPY || mode == MBARRIER_COPIED;
}

/* Instr.rounding of ADD, SUB, MUL, DIV, FMA and the square root in F32 and F64, and of CONVERT to
 * these, F16 and BF16. */
typedef enum Rounding {
    ROUNDING_NEAREST, /* ties to even */
    ROUNDING_ZERO,
    ROUNDING_UP,
    ROUNDING_DOWN,
    ROUNDING_COUNT
} Rounding;

/* Instr.imm of a FENCE: for whom it orders: the block, all of the device, the host as well. */
typedef enum FenceScope { FENCE_BLOCK, FENCE_DEVICE, FENCE_SYSTEM } FenceScope;
