/* One VALUE instruction over 32 lanes, whoever has the registers: the machine runs a warp with it,
 * the wide engine the warps of a block one after another. */
#include "vm/lanes/rounded.h"

#include <assert.h>
#include <string.h>

static void select_lanes(uint32_t words, Lanes *restrict out, const Lanes *condition,
                         const Lanes *yes, const Lanes *no)
{
    if (words == 1)
        for (int i = 0; i < WARP_LANES; ++i)
            out->u32[i] = condition->u32[i] ? yes->u32[i] : no->u32[i];
    else
        for (int i = 0; i < WARP_LANES; ++i)
            out->u64[i] = condition->u32[i] ? yes->u64[i] : no->u64[i];
}

/* As many a thread asks where in a row it stands. */
static bool divides_by_one_number(const Instr *instr, Lanes *restrict out, const Lanes *a,
                                  const Lanes *b)
{
    bool is_quotient = instr->op == OP_DIV, is_rest = instr->op == OP_REM;
    if (!is_quotient && !is_rest)
        return false;
    if (instr->type == SCALAR_I64 || instr->type == SCALAR_U64)
        return lanes_divide_wide(is_rest, out, a, b);
    return instr->type <= SCALAR_U32 && lanes_divide(instr->type != SCALAR_U32, is_rest, out, a, b);
}

static void compute(const Instr *instr, Lanes *restrict out, const Lanes *a, const Lanes *b,
                    const Lanes *c)
{
    LaneFunction *function = lane_functions((ScalarType)instr->type)[instr->op];
    assert(function);
    if (!divides_by_one_number(instr, out, a, b))
        function(out, a, b, c);
    if (instr->type >= SCALAR_I32 || opcode_is_comparison(instr->op))
        return;
    if (instr->type == SCALAR_BOOL && instr->op == OP_NOT)
        for (int i = 0; i < WARP_LANES; ++i)
            out->u32[i] = out->u32[i] == UINT32_MAX; /* ~0: it was false */
    lanes_narrow((ScalarType)instr->type, out);
}

static void compute_any(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                        const Lanes *b, const Lanes *c)
{
    switch (instr->op) {
    case OP_MOV:
    case OP_BITS: memcpy(out, a, register_words(instr->type) * sizeof out->u32); break;
    case OP_SELECT: select_lanes(register_words(instr->type), out, a, b, c); break;
    case OP_TO_SHARED:
        for (int i = 0; i < WARP_LANES; ++i)
            out->u32[i] = address_to_shared(a->u64[i]);
        break;
    case OP_OF_SHARED:
        for (int i = 0; i < WARP_LANES; ++i)
            out->u64[i] = address_of_shared(a->u32[i]);
        break;
    case OP_CONVERT:
        lanes_convert(out, a, (ScalarType)instr->type2, (ScalarType)instr->type);
        break;
    case OP_MATH:
        lanes_math(out, a, b, (MathFunction)instr->imm, (ScalarType)instr->type, active);
        break;
    default: compute(instr, out, a, b, c);
    }
}

void lanes_compute(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                   const Lanes *b, const Lanes *c)
{
    compute_any(instr, active, out, a, b, c);
    if (instr->rounding)
        lanes_round(instr, active, out, a, b, c);
}
