/* Tensor cores and rows of matrices, warp by warp, where all lanes come of each warp that has any.
 */
#include "count/wide/state.h"

#include "vm/lanes/tensor.h"

#include <string.h>

/* An operand of several slots: all lanes of each. What is no vector is spread out here. */
typedef struct Words {
    const uint32_t *at[TENSOR_WORDS];
    uint32_t spread[TENSOR_WORDS][LAUNCH_BLOCK_THREADS_LIMIT];
} Words;

static void take_words(Wide *wide, const PlanInstr *plan, char operand, Words *words)
{
    const Instr *instr = plan->instr;
    ScalarType type = instr_operand_type(instr, operand);
    int32_t first = plan_value(wide->program, instr_operand(instr, operand));
    for (uint32_t i = 0; i < instr_operand_elements(instr, operand); ++i) {
        const uint32_t *lanes = wide_lanes(wide, first + (int32_t)i, type, 0);
        words->at[i] = lanes;
        if ((const void *)lanes != wide->scratch[0])
            continue;
        memcpy(words->spread[i], lanes, wide->lanes * sizeof *lanes);
        words->at[i] = words->spread[i];
    }
}

/* Where a warp's lanes lie in each of the slots. */
static void of_warp(const uint32_t *const all[TENSOR_WORDS], uint32_t count, uint32_t warp,
                    const uint32_t *own[TENSOR_WORDS])
{
    for (uint32_t i = 0; i < count; ++i)
        own[i] = all[i] + warp * WARP_LANES;
}

/* All 32 lanes of the warps that come. */
static bool are_full_warps(const Wide *wide)
{
    return wide->active_lanes == wide->active_warps * WARP_LANES;
}

/* Gives results that were made of all lanes to the slots of dst. */
static void put_words(Wide *wide, const PlanInstr *plan,
                      uint32_t out[TENSOR_WORDS][LAUNCH_BLOCK_THREADS_LIMIT])
{
    ScalarType type = instr_operand_type(plan->instr, 'd');
    for (uint32_t i = 0; i < instr_operand_elements(plan->instr, 'd'); ++i) {
        void *lanes = wide_begin(wide, plan, plan->dst + (int32_t)i, false);
        memcpy(lanes, out[i], wide->lanes * sizeof *out[i]);
        wide_end(wide, plan, plan->dst + (int32_t)i, lanes, type);
    }
}

void wide_matrix(Wide *wide, const PlanInstr *plan)
{
    uint32_t out[TENSOR_WORDS][LAUNCH_BLOCK_THREADS_LIMIT];
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    Words a;
    if (!are_full_warps(wide)) {
        wide_give_up(wide);
        return;
    }
    take_words(wide, plan, 'a', &a);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t first = warp * WARP_LANES;
        uint32_t *to[] = {out[0] + first, out[1] + first, out[2] + first, out[3] + first};
        const uint32_t *from[TENSOR_WORDS];
        of_warp(a.at, instr_operand_elements(plan->instr, 'a'), warp, from);
        if (active[warp])
            tensor_move(plan->instr->imm, to, from);
    }
    put_words(wide, plan, out);
}

void wide_mma(Wide *wide, const PlanInstr *plan)
{
    uint32_t out[TENSOR_WORDS][LAUNCH_BLOCK_THREADS_LIMIT];
    const uint32_t *active = mask_at(wide->table, wide->active)->words;
    const MmaInfo *mma = &mma_info[plan->instr->imm & ~MMA_SATURATES];
    Words a, b, c;
    if (!are_full_warps(wide)) {
        wide_give_up(wide);
        return;
    }
    take_words(wide, plan, 'a', &a);
    take_words(wide, plan, 'b', &b);
    take_words(wide, plan, 'c', &c);
    for (uint32_t warp = 0; warp < wide->lanes / WARP_LANES; ++warp) {
        uint32_t first = warp * WARP_LANES;
        uint32_t *to[] = {out[0] + first, out[1] + first, out[2] + first, out[3] + first};
        const uint32_t *left[TENSOR_WORDS], *right[TENSOR_WORDS], *addend[TENSOR_WORDS];
        of_warp(a.at, mma->a_words, warp, left);
        of_warp(b.at, mma->b_words, warp, right);
        of_warp(c.at, mma->c_words, warp, addend);
        if (active[warp])
            tensor_multiply(plan->instr->imm, to, left, right, addend);
    }
    put_words(wide, plan, out);
}
