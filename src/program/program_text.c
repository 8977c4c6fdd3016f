/* Disassembly. Uniforms are written by name or value, registers as rN, so that a line reads like
 * the statement it came from. */
#include "program/program.h"

#include <inttypes.h>
#include <string.h>

typedef struct Text {
    Arena *arena;
    char *items;
    int count, capacity;
} Text;

static void append(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *c = arena_vprintf(text->arena, format, args); *c; ++c)
        *ARENA_PUSH(text->arena, text->items, text->count, text->capacity) = *c;
    va_end(args);
}

static const char *finish(Text *text)
{
    return arena_text(text->arena, text->items, (size_t)text->count);
}

static const char *const type_suffix[SCALAR_COUNT] = {
    "bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64"};
static const char *const space_suffix[] = {"generic", "global", "shared", "local"};
static const char *const atomic_name[ATOMIC_OPERATION_COUNT] = {
    "add", "sub", "exch", "min", "max", "inc", "dec", "cas", "and", "or", "xor"};
static const char *const shuffle_name[] = {"idx", "up", "down", "xor"};
static const char *const mbarrier_name[MBARRIER_MODE_COUNT] = {
    "init", "inval",       "arrive",      "drop", "test",
    "wait", "test.parity", "wait.parity", "copy", "copied"};
static const char *const vote_name[] = {"any",         "all",        "ballot",     "active",
                                        "match_any",   "match_all",  "reduce_add", "reduce_min",
                                        "reduce_max",  "reduce_and", "reduce_or",  "reduce_xor",
                                        "block_count", "block_and",  "block_or"};
static const char *const rounding_suffix[ROUNDING_COUNT] = {"", ".rz", ".ru", ".rd"};

static const char *constant_text(Arena *arena, const Uniform *uniform)
{
    float single;
    double number;
    uint32_t low = (uint32_t)uniform->value;
    switch (uniform->type) {
    case SCALAR_F32:
        memcpy(&single, &low, sizeof single);
        return arena_printf(arena, "%.9g", (double)single);
    case SCALAR_F64:
        memcpy(&number, &uniform->value, sizeof number);
        return arena_printf(arena, "%.17g", number);
    case SCALAR_F16:
    case SCALAR_BF16: return arena_printf(arena, "0x%04" PRIx32, low);
    case SCALAR_BOOL: return low ? "true" : "false";
    case SCALAR_U32: return arena_printf(arena, "%" PRIu32, low);
    case SCALAR_U64: return arena_printf(arena, "%" PRIu64, uniform->value);
    case SCALAR_I64: return arena_printf(arena, "%" PRId64, (int64_t)uniform->value);
    default: return arena_printf(arena, "%" PRId32, (int32_t)low);
    }
}

static const char *uniform_text(Arena *arena, const Program *program, int index)
{
    static const char *const axis[] = {"x", "y", "z"};
    const Uniform *u = &program->uniforms[index];
    switch (u->kind) {
    case UNIFORM_CONSTANT: return constant_text(arena, u);
    case UNIFORM_BLOCK_IDX: return arena_printf(arena, "blockIdx.%s", axis[u->index]);
    case UNIFORM_BLOCK_DIM: return arena_printf(arena, "blockDim.%s", axis[u->index]);
    case UNIFORM_GRID_DIM: return arena_printf(arena, "gridDim.%s", axis[u->index]);
    case UNIFORM_PARAMETER:
        if (program->parameters[u->index].type->kind == TYPE_STRUCT)
            return arena_printf(arena, "%s+%u", program->parameters[u->index].name, u->part);
        return program->parameters[u->index].name;
    case UNIFORM_PARAMETER_BASE: return program->parameters[u->index].name;
    case UNIFORM_SHARED_BASE: return program->shared[u->index].name;
    case UNIFORM_LOCAL_BASE: return program->locals[u->index].name;
    case UNIFORM_GLOBAL_BASE: return program->globals[u->index].name;
    }
    return "?";
}

static const char *operand_text(Arena *arena, const Program *program, Operand operand)
{
    static const char *const thread[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z"};
    if (operand == OPERAND_NONE)
        return "-";
    if (OPERAND_IS_UNIFORM(operand))
        return uniform_text(arena, program, OPERAND_INDEX(operand));
    return operand < SLOT_FIRST_FREE ? thread[operand] : arena_printf(arena, "r%u", operand);
}

static const char *address_text(Arena *arena, const Program *program, const Instr *i)
{
    Text text = {.arena = arena};
    append(&text, "[%s", operand_text(arena, program, i->a));
    if (i->b != OPERAND_NONE)
        append(&text, " + %s*%" PRIu32, operand_text(arena, program, i->b), i->scale_bytes);
    if (i->imm)
        append(&text, i->imm < 0 ? " - %lld" : " + %lld",
               i->imm < 0 ? -(long long)i->imm : (long long)i->imm);
    append(&text, "]");
    return finish(&text);
}

static void append_name(Text *text, const Instr *i)
{
    append(text, "%s", opcode_info[i->op].mnemonic);
    if (i->flags & INSTR_ASYNC)
        append(text, i->flags & INSTR_BULK     ? ".async.bulk"
                     : i->flags & INSTR_BYPASS ? ".async.cg"
                                               : ".async");
    if (i->op == OP_ATOMIC)
        append(text, ".%s", atomic_name[i->atomic]);
    if (i->op == OP_MATH)
        append(text, ".%s", math_info[i->imm].name);
    if (i->op == OP_SHUFFLE)
        append(text, ".%s", shuffle_name[i->imm]);
    if (i->op == OP_MMA)
        append(text, ".%s%s", mma_info[i->imm & ~MMA_SATURATES].text,
               i->imm & MMA_SATURATES ? ".satfinite" : "");
    if (i->op == OP_MATRIX)
        append(text, ".x%u%s%s", matrix_count(i->imm), i->imm & MATRIX_TRANSPOSED ? ".trans" : "",
               i->imm & MATRIX_TO_ROWS ? ".rows" : "");
    if (i->op == OP_VOTE)
        append(text, ".%s", vote_name[i->imm]);
    if (i->op == OP_MBARRIER)
        append(text, ".%s", mbarrier_name[i->imm]);
    append(text, "%s", rounding_suffix[i->rounding]);
    OpcodeClass class = opcode_info[i->op].class;
    if (class == CLASS_MEMORY)
        append(text, ".%s", space_suffix[i->space]);
    if (class == CLASS_VALUE || class == CLASS_MEMORY || i->op == OP_SHUFFLE ||
        (i->op == OP_VOTE && vote_takes_value(i->imm)))
        append(text, ".%s", type_suffix[i->type]);
    if (class == CLASS_MEMORY && i->width > 1)
        append(text, "x%u", i->width);
    if (i->op == OP_CONVERT || i->op == OP_BITS)
        append(text, ".%s", type_suffix[i->type2]);
    if (i->tile)
        append(text, ".tile%u", i->tile);
}

static void append_operands(Text *text, const Program *program, const Instr *i)
{
    const Operand operands[] = {i->dst, i->a, i->b, i->c, i->mask};
    const char *separator = " ";
    for (const char *letter = opcode_info[i->op].operands; *letter; ++letter) {
        const char *at = strchr("dabcm", *letter);
        if (!at || operands[at - "dabcm"] == OPERAND_NONE)
            continue;
        append(text, "%s%s", separator, operand_text(text->arena, program, operands[at - "dabcm"]));
        separator = ", ";
    }
}

static void append_memory(Text *text, const Program *program, const Instr *i)
{
    const char *address = address_text(text->arena, program, i);
    if (i->op != OP_STORE)
        append(text, " %s, %s", operand_text(text->arena, program, i->dst), address);
    else
        append(text, " %s", address);
    if (i->op != OP_LOAD)
        append(text, ", %s", operand_text(text->arena, program, i->c));
}

static bool has_target(const Instr *i)
{
    return strchr(opcode_info[i->op].operands, 't') && i->op != OP_EXIT;
}

const char *program_instr_text(Arena *arena, const Program *program, uint32_t pc)
{
    const Instr *i = &program->code[pc];
    Text text = {.arena = arena};
    append_name(&text, i);
    if (opcode_info[i->op].class == CLASS_MEMORY)
        append_memory(&text, program, i);
    else
        append_operands(&text, program, i);
    if (i->op == OP_BREAK || i->op == OP_CONTINUE || i->op == OP_LEAVE)
        append(&text, " %d", i->imm);
    if (i->op == OP_ASSERT || i->op == OP_FALL_OFF)
        append(&text, ", \"%s\"", program->texts[i->imm]);
    if (i->op == OP_PRINT)
        append(&text, " #%d", i->imm);
    if (i->op == OP_UNSET)
        append(&text, " %s", program->unsets[i->imm].name);
    if (has_target(i))
        append(&text, " -> %u", i->target);
    if (i->flags & INSTR_PHASE)
        append(&text, " (phase)");
    if (i->flags & INSTR_GUARD)
        append(&text, " (guard)");
    if (i->flags & INSTR_CONSTANT)
        append(&text, " (constant)");
    if (i->flags & INSTR_REMOVED)
        append(&text, " (off)");
    return finish(&text);
}
