/* VALUE instructions: fetch the operands of 32 lanes, compute all of them, keep the active ones. */
#include "base/clones.h"
#include "vm/exec.h"

#include <string.h>

static const Lanes no_lanes;

const uint32_t exec_lane_bits[WARP_LANES] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

static void broadcast_lanes(Lanes *restrict scratch, uint64_t value, uint32_t words)
{
    if (words == 1)
        for (int i = 0; i < WARP_LANES; ++i)
            scratch->u32[i] = (uint32_t)value;
    else
        for (int i = 0; i < WARP_LANES; ++i)
            scratch->u64[i] = value;
}

const Lanes *exec_operand(const Exec *exec, Operand operand, uint32_t words, uint32_t element,
                          Lanes *scratch)
{
    if (OPERAND_IS_REGISTER(operand))
        return exec_register(exec, operand + element * words);
    if (operand == OPERAND_NONE)
        return &no_lanes;
    broadcast_lanes(scratch, machine_uniforms(exec->machine)[OPERAND_INDEX(operand) + element],
                    words);
    return scratch;
}

/* An operand of one value; how many slots it takes is asked of a uniform only. */
static inline const Lanes *value_operand(const Exec *exec, Operand operand, char letter,
                                         Lanes *scratch)
{
    if (OPERAND_IS_REGISTER(operand))
        return exec_register(exec, operand);
    if (operand == OPERAND_NONE)
        return &no_lanes;
    broadcast_lanes(scratch, machine_uniforms(exec->machine)[OPERAND_INDEX(operand)],
                    instr_operand_words(exec->instr, letter));
    return scratch;
}

HOST_CLONES void exec_value(Exec *exec)
{
    const Instr *instr = exec->instr;
    Lanes scratch[3], out;
    const Lanes *a = value_operand(exec, instr->a, 'a', &scratch[0]);
    const Lanes *b = value_operand(exec, instr->b, 'b', &scratch[1]);
    const Lanes *c = value_operand(exec, instr->c, 'c', &scratch[2]);
    lanes_compute(instr, exec->step->active, &out, a, b, c);
    /* A result is no wider than what it is made of, or as wide as its type. */
    uint32_t words = register_words(instr->type);
    exec_commit(exec, &out, words == 1 ? 1 : instr_operand_words(instr, 'd'));
}

uint32_t exec_true_lanes(const Exec *exec, Operand operand)
{
    Lanes scratch;
    const Lanes *condition = exec_operand(exec, operand, 1, 0, &scratch);
    uint8_t is_true[WARP_LANES];
    for (int i = 0; i < WARP_LANES; ++i)
        is_true[i] = condition->u32[i] != 0;
    uint32_t lanes = 0;
    for (int i = 0; i < WARP_LANES; i += 8) {
        uint64_t eight; /* bytes of 0 and 1; the product has byte number n as bit 56 + n */
        memcpy(&eight, is_true + i, sizeof eight);
        lanes |= (uint32_t)(eight * 0x0102040810204080u >> 56) << i;
    }
    return lanes;
}

uint32_t exec_using_lanes(const Exec *exec)
{
    bool is_value = opcode_info[exec->instr->op].class == CLASS_VALUE;
    uint32_t lanes = exec->step->active;
    for (uint32_t at = is_value ? exec->instr->target : 0; at;) {
        const Guard *guard = &exec->program->guards[at - 1];
        uint32_t is_true = exec_true_lanes(exec, guard->condition);
        lanes &= guard->if_true ? is_true : ~is_true;
        at = guard->outer;
    }
    return lanes;
}

static uint32_t zero_lanes(const Lanes *lanes, uint32_t words)
{
    uint32_t zeros = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        zeros |= (uint32_t)(words == 1 ? lanes->u32[i] == 0 : lanes->u64[i] == 0) << i;
    return zeros;
}

static uint32_t far_lanes(const Lanes *counts, uint32_t words)
{
    uint32_t lanes = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        lanes |= (uint32_t)(words == 1 ? counts->u32[i] >= 32 : counts->u64[i] >= 64) << i;
    return lanes;
}

void exec_shift(Exec *exec)
{
    const Instr *instr = exec->instr;
    if (instr->flags & INSTR_RANGE) {
        Lanes scratch;
        uint32_t words = register_words(instr->type);
        exec->step->fault_lanes =
            far_lanes(exec_operand(exec, instr->b, words, 0, &scratch), words) &
            exec_using_lanes(exec);
        if (exec->step->fault_lanes)
            exec->step->fault = FAULT_SHIFT;
    }
    exec_value(exec);
}

void exec_convert(Exec *exec)
{
    const Instr *instr = exec->instr;
    if (instr->flags & INSTR_RANGE) {
        Lanes scratch;
        ScalarType from = (ScalarType)instr->type2;
        const Lanes *a = exec_operand(exec, instr->a, register_words(from), 0, &scratch);
        uint32_t beyond = lanes_beyond(a, from, (ScalarType)instr->type);
        exec->step->fault_lanes = beyond ? beyond & exec_using_lanes(exec) : 0;
        if (exec->step->fault_lanes)
            exec->step->fault = FAULT_CONVERSION;
    }
    exec_value(exec);
}

void exec_divide(Exec *exec)
{
    const Instr *instr = exec->instr;
    if (!scalar_is_float(instr->type)) {
        Lanes scratch;
        uint32_t words = register_words(instr->type);
        uint32_t zeros = zero_lanes(exec_operand(exec, instr->b, words, 0, &scratch), words);
        exec->step->fault_lanes = zeros & exec->step->active;
        if (exec->step->fault_lanes)
            exec->step->fault = FAULT_DIVIDE_BY_ZERO;
    }
    exec_value(exec);
}
