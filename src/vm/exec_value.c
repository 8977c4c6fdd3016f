/* VALUE instructions: fetch the operands of 32 lanes, compute all of them, keep the active ones. */
#include "vm/exec.h"

#include <assert.h>
#include <string.h>

static const Lanes no_lanes;

static LaneFunction *const *const families[SCALAR_COUNT] = {
    [SCALAR_BOOL] = lane_i32, [SCALAR_I8] = lane_i32,  [SCALAR_U8] = lane_i32,
    [SCALAR_I16] = lane_i32,  [SCALAR_U16] = lane_i32, [SCALAR_I32] = lane_i32,
    [SCALAR_U32] = lane_u32,  [SCALAR_I64] = lane_i64, [SCALAR_U64] = lane_u64,
    [SCALAR_F16] = lane_f16,  [SCALAR_F32] = lane_f32, [SCALAR_F64] = lane_f64,
};

static const uint32_t lane_bits[WARP_LANES] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

static void spread(Lanes *restrict scratch, uint64_t value, uint32_t words)
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
        return exec_register(exec, operand + element * words, words);
    if (operand == OPERAND_NONE)
        return &no_lanes;
    spread(scratch, machine_uniforms(exec->machine)[OPERAND_INDEX(operand) + element], words);
    return scratch;
}

void exec_write(Lanes *restrict to, const Lanes *restrict values, uint32_t words, uint32_t active)
{
    if (active == UINT32_MAX)
        memcpy(to, values, words * sizeof to->u32);
    else if (words == 1)
        for (int i = 0; i < WARP_LANES; ++i)
            to->u32[i] = active & lane_bits[i] ? values->u32[i] : to->u32[i];
    else
        for (int i = 0; i < WARP_LANES; ++i)
            to->u64[i] = active & lane_bits[i] ? values->u64[i] : to->u64[i];
}

void exec_record(uint32_t rows[][WARP_LANES], const Lanes *values, uint32_t words)
{
    if (words == 1) {
        memcpy(rows[0], values, sizeof rows[0]);
        return;
    }
    for (int i = 0; i < WARP_LANES; ++i) {
        rows[0][i] = (uint32_t)values->u64[i];
        rows[1][i] = (uint32_t)(values->u64[i] >> 32);
    }
}

void exec_commit(Exec *exec, const Lanes *values, uint32_t words)
{
    Lanes *to = exec_register(exec, exec->instr->dst, words);
    exec_record(exec->step->before, to, words);
    exec_write(to, values, words, exec->step->active);
    exec_record(exec->step->after, to, words);
}

/* Runs the lane function of the instruction's opcode and type. */
static void compute(Exec *exec, Lanes *out)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type);
    Lanes scratch[3];
    LaneFunction *function = families[instr->type][instr->op];
    assert(function);
    function(out, exec_operand(exec, instr->a, words, 0, &scratch[0]),
             exec_operand(exec, instr->b, words, 0, &scratch[1]),
             exec_operand(exec, instr->c, words, 0, &scratch[2]));
}

void exec_arithmetic(Exec *exec)
{
    Lanes out;
    ScalarType type = exec->instr->type;
    compute(exec, &out);
    if (type < SCALAR_I32) {
        if (type == SCALAR_BOOL && exec->instr->op == OP_NOT)
            for (int i = 0; i < WARP_LANES; ++i)
                out.u32[i] = out.u32[i] == UINT32_MAX; /* ~0: it was false */
        lanes_narrow(type, &out);
    }
    exec_commit(exec, &out, register_words(type));
}

void exec_compare(Exec *exec)
{
    Lanes out;
    compute(exec, &out);
    exec_commit(exec, &out, 1);
}

static uint32_t zero_lanes(const Lanes *lanes, uint32_t words)
{
    uint32_t zeros = 0;
    for (int i = 0; i < WARP_LANES; ++i)
        zeros |= (uint32_t)(words == 1 ? lanes->u32[i] == 0 : lanes->u64[i] == 0) << i;
    return zeros;
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
    exec_arithmetic(exec);
}

void exec_move(Exec *exec)
{
    uint32_t words = register_words(exec->instr->type);
    Lanes scratch, out;
    memcpy(&out, exec_operand(exec, exec->instr->a, words, 0, &scratch), words * sizeof out.u32);
    exec_commit(exec, &out, words);
}

void exec_select(Exec *exec)
{
    const Instr *instr = exec->instr;
    uint32_t words = register_words(instr->type);
    Lanes scratch[3], out;
    const Lanes *condition = exec_operand(exec, instr->a, 1, 0, &scratch[0]);
    const Lanes *yes = exec_operand(exec, instr->b, words, 0, &scratch[1]);
    const Lanes *no = exec_operand(exec, instr->c, words, 0, &scratch[2]);
    if (words == 1)
        for (int i = 0; i < WARP_LANES; ++i)
            out.u32[i] = condition->u32[i] ? yes->u32[i] : no->u32[i];
    else
        for (int i = 0; i < WARP_LANES; ++i)
            out.u64[i] = condition->u32[i] ? yes->u64[i] : no->u64[i];
    exec_commit(exec, &out, words);
}

void exec_convert(Exec *exec)
{
    const Instr *instr = exec->instr;
    Lanes scratch, out;
    lanes_convert(&out, exec_operand(exec, instr->a, register_words(instr->type2), 0, &scratch),
                  instr->type2, instr->type);
    exec_commit(exec, &out, register_words(instr->type));
}

static bool is_counting(MathFunction function)
{
    return function == MATH_popc || function == MATH_ffs || function == MATH_clz;
}

void exec_math(Exec *exec)
{
    const Instr *instr = exec->instr;
    MathFunction function = (MathFunction)instr->imm;
    uint32_t words = register_words(instr->type);
    Lanes scratch[2], out;
    lanes_math(&out, exec_operand(exec, instr->a, words, 0, &scratch[0]),
               exec_operand(exec, instr->b, words, 0, &scratch[1]), function, instr->type,
               exec->step->active);
    exec_commit(exec, &out, is_counting(function) ? 1 : words);
}
