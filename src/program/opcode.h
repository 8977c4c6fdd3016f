/* The instructions that there are: opcode.def and math.def as names and as tables, and the modes of
 * those that are one instruction with several meanings. */
#ifndef TILESTEP_PROGRAM_OPCODE_H
#define TILESTEP_PROGRAM_OPCODE_H

typedef enum Opcode {
#define OPCODE(name, mnemonic, class, flops, operands) OP_##name,
#include "program/opcode.def"
#undef OPCODE
    OP_COUNT
} Opcode;

/* What an instruction is to a run; as all of the OpcodeInfo, in the words of opcode.def. */
typedef enum OpcodeClass {
    CLASS_VALUE,
    CLASS_MEMORY,
    CLASS_BRANCH,
    CLASS_SYNC,
    CLASS_EFFECT,
    CLASS_MARK
} OpcodeClass;

typedef struct OpcodeInfo {
    const char *name, *mnemonic;
    const char *operands; /* letters */
    OpcodeClass class;
    int flops; /* per active lane, of a floating-point type */
} OpcodeInfo;

extern const OpcodeInfo opcode_info[OP_COUNT];

/* MATH functions of one or two arguments, in F32 or F64: MATH_FUNCTION(name, arguments). */
typedef enum MathFunction {
#define MATH_FUNCTION(name, arguments) MATH_##name,
#include "program/math.def"
#undef MATH_FUNCTION
    MATH_COUNT
} MathFunction;

typedef struct MathInfo {
    const char *name;
    int arguments;
} MathInfo;

extern const MathInfo math_info[MATH_COUNT];

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
typedef enum ShuffleMode { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR } ShuffleMode;
typedef enum VoteMode { VOTE_ANY, VOTE_ALL, VOTE_BALLOT, VOTE_ACTIVE } VoteMode;

#endif
