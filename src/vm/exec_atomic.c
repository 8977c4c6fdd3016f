/* Atomics: lane by lane in ascending order, each seeing what the lanes before it left. */
#include "vm/access.h"
#include "vm/atomic.h"
#include "vm/lanes/half.h"
#include "vm/unset.h"

#include <string.h>

static uint64_t pick_value(bool is_first, uint64_t first, uint64_t second)
{
    return is_first ? first : second;
}

/* The new value of memory. Integers come widened to 64 bits by sign or by zeros; the caller cuts
 * the result to their type. */
static uint64_t atomic_integer(AtomicOperation operation, uint64_t old, uint64_t by, uint64_t swap,
                               bool is_signed)
{
    bool is_less = is_signed ? (int64_t)old < (int64_t)by : old < by;
    switch (operation) {
    case ATOMIC_ADD: return old + by;
    case ATOMIC_SUB: return old - by;
    case ATOMIC_MIN: return pick_value(is_less, old, by);
    case ATOMIC_MAX: return pick_value(is_less, by, old);
    case ATOMIC_INC: return pick_value(is_less, old + 1, 0);
    case ATOMIC_DEC: return pick_value(old == 0 || (!is_less && old != by), by, old - 1);
    case ATOMIC_CAS: return pick_value(old == by, swap, old);
    case ATOMIC_AND: return old & by;
    case ATOMIC_OR: return old | by;
    case ATOMIC_XOR: return old ^ by;
    default: return by; /* EXCHANGE */
    }
}

/* In global memory a device adds floats without subnormal ones, which are zeros to it (PTX ISA,
 * "atom"); in shared memory it does not. */
static uint64_t without_subnormal(uint64_t bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

/* What the lane functions give for a sum of 16 bits, which convert each of their lanes. */
static uint64_t sum_of_16_bits(uint64_t old, uint64_t by, ScalarType type)
{
    if (type == SCALAR_BF16)
        return bfloat_from_double(bfloat_to_double((uint32_t)old) + bfloat_to_double((uint32_t)by));
    return half_from_double((float)half_to_double((uint32_t)old) +
                            (float)half_to_double((uint32_t)by));
}

/* The lane functions of ADD, SUB, MIN and MAX, one lane of them. */
static uint64_t atomic_float(AtomicOperation operation, uint64_t old, uint64_t by, uint64_t swap,
                             ScalarType type, Space space)
{
    static const uint8_t opcodes[ATOMIC_OPERATION_COUNT] = {
        [ATOMIC_ADD] = OP_ADD, [ATOMIC_SUB] = OP_SUB, [ATOMIC_MIN] = OP_MIN, [ATOMIC_MAX] = OP_MAX};
    uint8_t op = opcodes[operation];
    if (!op) /* EXCHANGE, CAS and bit operations look at the bits */
        return atomic_integer(operation, old, by, swap, false);
    if (op == OP_ADD && (type == SCALAR_F16 || type == SCALAR_BF16))
        return sum_of_16_bits(old, by, type);
    bool flushes = op == OP_ADD && type == SCALAR_F32 && space == SPACE_GLOBAL;
    if (flushes)
        old = without_subnormal(old), by = without_subnormal(by);
    Lanes a = {.u64 = {old}}, b = {.u64 = {by}}, out = {.u64 = {0}};
    lane_functions(type)[op](&out, &a, &b, &b);
    return flushes ? without_subnormal(out.u64[0]) : out.u64[0];
}

uint64_t atomic_cut(uint64_t bits, ScalarType type)
{
    int spare = 64 - 8 * (int)scalar_size_bytes(type);
    if (scalar_is_signed(type) && !scalar_is_float(type))
        return (uint64_t)((int64_t)(bits << spare) >> spare);
    return bits << spare >> spare;
}

uint64_t atomic_result(const Instr *instr, Space space, uint64_t old, uint64_t by, uint64_t swap)
{
    AtomicOperation operation = (AtomicOperation)instr->atomic;
    ScalarType type = (ScalarType)instr->type;
    uint64_t result = scalar_is_float(type)
                          ? atomic_float(operation, old, by, swap, type, space)
                          : atomic_integer(operation, old, by, swap, scalar_is_signed(type));
    return atomic_cut(result, type);
}

/* One lane's turn; returns what memory held before. */
static uint64_t take_turn(Exec *exec, const Access *access, uint32_t lane, uint64_t by,
                          uint64_t swap, uint64_t *result)
{
    const Instr *instr = exec->instr;
    uint32_t bytes = scalar_size_bytes(instr->type);
    uint64_t old = 0;
    memcpy(&old, access->at[lane], bytes);
    old = *result = atomic_cut(old, instr->type);
    if (!(access->inside >> lane & 1))
        return old;
    *result = atomic_result(instr, exec->step->space, old, by, swap);
    memcpy(access->at[lane], result, bytes);
    access_note_write(exec, lane);
    return old;
}

static uint64_t lane_bits(const Lanes *values, uint32_t words, uint32_t lane, ScalarType type)
{
    return atomic_cut(words == 2 ? values->u64[lane] : values->u32[lane], type);
}

static void set_lane(Lanes *values, uint32_t words, uint32_t lane, uint64_t bits)
{
    if (words == 2)
        values->u64[lane] = bits;
    else
        values->u32[lane] = (uint32_t)bits;
}

void exec_atomic(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type);
    Lanes scratch[2], before = {.u64 = {0}}, after = {.u64 = {0}};
    const Lanes *by = exec_operand(exec, instr->c, words, 0, &scratch[0]);
    const Lanes *swap =
        instr->atomic == ATOMIC_CAS ? exec_operand(exec, instr->c, words, 1, &scratch[1]) : by;
    Access access;
    access_resolve(exec, scalar_size_bytes(instr->type), true, &access);
    if (instr->flags & INSTR_SCOPE)
        exec_note_scope(exec);
    if (instr->flags & INSTR_LIMIT)
        exec_note_limits(exec);
    unset_note_memory(exec, &access);
    for (uint32_t left = exec->step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t result,
            old = take_turn(exec, &access, lane, lane_bits(by, words, lane, instr->type),
                            lane_bits(swap, words, lane, instr->type), &result);
        set_lane(&before, words, lane, old);
        set_lane(&after, words, lane, result);
    }
    exec_record(exec->step->before, &before, words);
    exec_record(exec->step->after, &after, words);
    exec_write(exec_register(exec, instr->dst), &before, words, exec->step->active);
}
