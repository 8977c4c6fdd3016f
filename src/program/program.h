/* Program: one kernel, compiled. The form that `lang` writes and `vm` reads; nothing else is
 * shared between them.
 *
 * A register slot holds 32 bits per thread; a 64-bit value takes two consecutive slots and is
 * stored, warp by warp, as an array of 64-bit words over both. BOOL and the narrow integers live widened to 32
 * bits (sign or zero extended); F16 lives as its 16 bits, zero extended. Structs and vector types
 * in registers take their fields' slots one after another. A value that is the same for all
 * threads of a block by construction (constants, blockIdx, blockDim, gridDim, parameters, base
 * addresses of arrays) is a *uniform*, not a register. Helper functions are inlined.
 */
#ifndef TILESTEP_PROGRAM_PROGRAM_H
#define TILESTEP_PROGRAM_PROGRAM_H

#include "base/geometry.h"
#include "base/source.h"
#include "program/type.h"

typedef enum Opcode {
#define OPCODE(name, mnemonic, class, flops, operands) OP_##name,
#include "program/opcode.def"
#undef OPCODE
    OP_COUNT
} Opcode;

typedef enum OpcodeClass {
    CLASS_VALUE,
    CLASS_MEMORY,
    CLASS_BRANCH,
    CLASS_SYNC,
    CLASS_EFFECT,
    CLASS_MARK
} OpcodeClass;

typedef struct OpcodeInfo {
    const char *name, *mnemonic, *operands;
    OpcodeClass class;
    int flops;
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

typedef enum Space {
    SPACE_GENERIC, /* told by the address when it runs */
    SPACE_GLOBAL,  /* also __constant__ and __device__ variables: they are buffers */
    SPACE_SHARED,
    SPACE_LOCAL /* per-thread arrays, and variables whose address is taken */
} Space;

/* An operand: a register slot, a uniform, or nothing. */
typedef uint16_t Operand;
#define OPERAND_NONE           ((Operand)0xffff)
#define OPERAND_UNIFORM        ((Operand)0x8000)
#define OPERAND_INDEX(o)       ((o)&0x7fff)
#define OPERAND_IS_UNIFORM(o)  ((o) != OPERAND_NONE && ((o)&OPERAND_UNIFORM))
#define OPERAND_IS_REGISTER(o) (!((o)&OPERAND_UNIFORM))

/* Slots 0, 1, 2 always hold threadIdx.x, .y, .z. */
enum { SLOT_THREAD_X, SLOT_THREAD_Y, SLOT_THREAD_Z, SLOT_FIRST_FREE };

enum InstrFlag {
    INSTR_PHASE = 1,     /* LOOP_TEST of the outermost loop that holds a barrier */
    INSTR_GUARD = 2,     /* IF that comes from an if or ?: whose body touches memory */
    INSTR_VOLATILE = 4,  /* LOAD, STORE through a volatile pointer */
    INSTR_REMOVED = 8,   /* switched off by --without: never runs, kept for display */
    INSTR_CONSTANT = 16, /* LOAD of constant memory; see constant_loads.h */
    INSTR_WATCHED = 32,  /* may read a watched register that is not set */
    INSTR_SETS = 64,     /* writes a watched register */
    INSTR_COPY = 128     /* MOV from one watched register to another: what is not set may be copied
                           so, and the copy is not set either */
};

typedef struct Instr {
    uint8_t op;    /* Opcode */
    uint8_t type;  /* ScalarType of the operation (LOAD, STORE: of one element) */
    uint8_t type2; /* CONVERT, BITS: source type; LOAD, STORE, ATOMIC: type of index b
                        (I32, U32, I64 or U64) */
    uint8_t space; /* LOAD, STORE, ATOMIC: Space of address a */
    uint8_t width; /* LOAD, STORE: elements per lane, 1, 2 or 4, in consecutive slots;
                        width * size must be the access's alignment if width > 1 */
    uint8_t flags;
    uint8_t atomic; /* ATOMIC: AtomicOperation */
    Operand dst, a, b, c;
    uint32_t scale_bytes; /* LOAD, STORE, ATOMIC: bytes per step of index b */
    int32_t imm;          /* byte displacement, or as the opcode says */
    uint32_t target;      /* index of an instruction; of a watched VALUE instruction: 1 + index of
                             the guard its result is used under, 0: always */
    uint32_t line;        /* source line in file 0, from 1; of the include's line for other files */
    Span span;            /* the expression or statement it comes from */
} Instr;

/* Bytes that one lane of a LOAD or STORE moves. */
static inline uint32_t instr_access_bytes(const Instr *instr)
{
    return scalar_size_bytes((ScalarType)instr->type) * instr->width;
}

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
    uint16_t index, part; /* part: byte offset in a struct parameter */
    uint64_t value;       /* UNIFORM_CONSTANT: bits, widened as in a register */
} Uniform;

typedef struct Parameter {
    const char *name;
    const Type *type; /* as declared: pointer, scalar or struct */
    Span span;
    bool is_read, is_written; /* pointer: some LOAD / STORE or ATOMIC goes through it */
    /* Pointer: the uniform that an index expression multiplies a row by, as in p[Row * k + Col]:
     * the row length in elements, or OPERAND_NONE if no access shows one. */
    Operand row_length;
} Parameter;

typedef struct SharedVariable {
    const char *name;
    const Type *type;      /* an extern array has length 0 */
    uint32_t offset_bytes; /* in the block's shared memory; an extern array starts after the rest */
    bool is_extern;
    Span span;
} SharedVariable;

typedef struct LocalVariable { /* in per-thread memory */
    const char *name;
    const Type *type;
    uint32_t offset_bytes;
    Span span;
} LocalVariable;

typedef struct GlobalVariable { /* __device__ or __constant__ at file scope */
    const char *name;
    const Type *type;
    bool is_constant;
    const void *initial; /* type->size_bytes bytes, or NULL: zeros, to be filled by the launch */
    Span span;
} GlobalVariable;

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

/* "Row = by * TILE_WIDTH + ty" taken apart, so that numbers can be filled in: pieces alternate
 * between literal text and operands (operand != OPERAND_NONE, text = the name in the source).
 * Valid right after the instruction at pc has run. */
typedef struct FormulaPiece {
    const char *text;
    Operand operand;
    ScalarType type;
} FormulaPiece;

typedef struct Formula {
    uint32_t pc;
    int variable; /* index into variables: what is assigned; -1 for a subscript */
    const FormulaPiece *pieces;
    int piece_count;
} Formula;

/* What a declaration without a value leaves unset: a scalar in a register, or a whole variable in
 * per-thread memory. */
typedef struct Unset {
    const char *name; /* "s"; of a struct's part "v.x" */
    Operand slot;     /* OPERAND_NONE: in memory */
    ScalarType type;
    uint16_t local; /* index into locals */
    uint16_t
        first; /* index of the first of the same declaration: a function may be inlined often */
    Span span;
} Unset;

/* The lanes that use the result of an instruction which is run for all: x > 0 in `in && x > 0`. */
typedef struct Guard {
    Operand condition;
    bool if_true;
    uint16_t outer; /* 1 + index of the guard around it, or 0 */
} Guard;

typedef struct PrintCall {
    const char *format;
    const Operand *operands;
    const ScalarType *types;
    int count;
} PrintCall;

typedef struct Program {
    const char *name;            /* the kernel's */
    const struct Program *whole; /* with the lines that were switched off; NULL if none was */
    const SourceSet *sources;
    Span span; /* the whole kernel definition */
    const Instr *code;
    uint32_t code_count;
    const Uniform *uniforms;
    int uniform_count;
    const Parameter *parameters;
    int parameter_count;
    const SharedVariable *shared;
    int shared_count;
    uint32_t shared_bytes; /* static shared memory of a block, without the dynamic part */
    const LocalVariable *locals;
    int local_count;
    uint32_t local_bytes; /* per thread */
    const GlobalVariable *globals;
    int global_count;
    const Variable *variables;
    int variable_count;
    const Formula *formulas;
    int formula_count;
    const PrintCall *prints;
    int print_count;
    const char *const *texts; /* assert conditions, strings */
    int text_count;
    const Unset *unsets;
    int unset_count;
    const Guard *guards;
    int guard_count;
    /* Registers that may be read before they are set are watched: [slot] 1 + number of the watch, or
     * 0. NULL if there are none, as in most programs. */
    const uint16_t *watches;
    uint32_t watch_count;
    uint32_t slot_count;  /* register slots per thread */
    uint32_t frame_depth; /* deepest nesting of control frames */
    bool has_barrier;
    bool has_phases; /* some LOOP_TEST carries INSTR_PHASE */
    int line_count;  /* lines of file 0 */
} Program;

/* What stands for the string texts[i] in a register: TEXT_ADDRESS + i. It points into no memory. */
#define TEXT_ADDRESS (UINT64_C(0x54) << 56)

/* Addresses as the emulator sees them: a 64-bit word that says what it points into.
 * Bits 63..56 Space, 55..48 object, 47..0 2^47 + byte offset from the object's start. Arithmetic
 * on the low bits keeps the object, so an access outside names the array it was meant for.
 * Objects: global = buffer number, shared = shared variable, local = local variable. 0 is NULL. */
#define ADDRESS_BIAS ((uint64_t)1 << 47)

static inline uint64_t address_make(Space space, unsigned object, int64_t offset_bytes)
{
    return (uint64_t)space << 56 | (uint64_t)object << 48 |
           ((ADDRESS_BIAS + (uint64_t)offset_bytes) & (((uint64_t)1 << 48) - 1));
}

static inline Space address_space(uint64_t address)
{
    return (Space)(address >> 56);
}

static inline unsigned address_object(uint64_t address)
{
    return (unsigned)(address >> 48 & 0xff);
}

/* Byte offset from the start of the object; negative when before it. */
static inline int64_t address_offset_bytes(uint64_t address)
{
    return (int64_t)(address & (((uint64_t)1 << 48) - 1)) - (int64_t)ADDRESS_BIAS;
}

/* A register operand that an instruction reads: words slots from slot on. */
typedef struct InstrRead {
    Operand slot;
    uint8_t words;
    char operand; /* 'a', 'b' or 'c'; 'p': of a print */
} InstrRead;
enum { INSTR_READS = 40 };

/* Fills reads with the registers that it reads; returns how many, INSTR_READS at most. */
int instr_reads(const PrintCall *prints, const Instr *instr, InstrRead reads[INSTR_READS]);

/* The type of operand 'a', 'b', 'c' or of the result 'd' as it lies in a register, and the words
 * that it takes there; of a load's result and of what a store takes from 'c', one element. */
ScalarType instr_operand_type(const Instr *instr, char operand);
uint32_t instr_operand_words(const Instr *instr, char operand);

/* Slots that it writes from dst on; 0 if it writes none. */
uint32_t instr_written_words(const Instr *instr);

/* Index into unsets of what a watched slot holds at pc: of the last mark before it in the code that
 * names the slot; -1 if there is none. */
int program_unset_at(const Program *program, uint32_t pc, uint32_t slot);

/* One instruction as text ("add.f32 r12, r8, k"), and the whole program with labels and lines. */
const char *program_instr_text(Arena *arena, const Program *program, uint32_t pc);
const char *program_text(Arena *arena, const Program *program);

/* Checks what the VM relies on: operands and targets in range, frames balanced, last instruction
 * EXIT. Returns NULL, or what is wrong (from the arena). */
const char *program_verify(Arena *arena, const Program *program);

#endif
