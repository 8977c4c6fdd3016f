/* Sums in a script: two fetches of shared memory and the multiply-add of what they bring, again and
 * again for the same register. Such steps become one operation, which keeps the sum in registers of
 * the host. The last step stays as it is: what it fetched is what the registers hold in the end. */
#include "count/blocks/script_state.h"

enum { STEP = 3, STEPS_LEAST = 2 }; /* operations of a step; fewer steps are not worth it */

/* Are these operations a step: two rows fetched, and their product added to another one? */
static bool is_step(const Script *script, int at)
{
    if (at + STEP > script->op_count)
        return false;
    const ScriptOp *a = &script->ops[at], *b = a + 1, *sum = a + 2;
    return a->kind == SCRIPT_FETCH && b->kind == SCRIPT_FETCH && sum->kind == SCRIPT_FMA &&
           a->to != b->to && sum->to != a->to && sum->to != b->to && sum->reads[2] != a->to &&
           sum->reads[2] != b->to &&
           ((sum->reads[0] == a->to && sum->reads[1] == b->to) ||
            (sum->reads[0] == b->to && sum->reads[1] == a->to));
}

/* Does the step at `at` go on with the sum that the steps from `first` on have come to, as far from
 * the one before it as those are from each other? */
static bool goes_on(const Script *script, int first, int at)
{
    if (!is_step(script, at))
        return false;
    const ScriptOp *start = &script->ops[first], *op = &script->ops[at];
    bool is_alike = op[2].to == start[2].to && op[2].reads[2] == start[2].to;
    for (int i = 0; i < 2 && is_alike; ++i) {
        int64_t step = start[STEP + i].start - start[i].start;
        is_alike = op[i].to == start[i].to && op[i].pattern == start[i].pattern && step % 4 == 0 &&
                   op[i].start - op[i - STEP].start == step;
    }
    return is_alike;
}

static ScriptOp sum_of(const ScriptOp *start, int steps)
{
    ScriptOp sum = start[2];
    sum.kind = SCRIPT_SUM;
    sum.steps = (uint32_t)steps;
    for (int i = 0; i < 2; ++i)
        sum.factors[i] = (ScriptFactor){start[i].start, start[STEP + i].start - start[i].start,
                                        start[i].pattern};
    return sum;
}

void script_join_sums(Script *script)
{
    int kept = 0;
    for (int at = 0; at < script->op_count;) {
        int steps = is_step(script, at) ? 1 : 0;
        while (steps && goes_on(script, at, at + steps * STEP))
            ++steps;
        if (steps > STEPS_LEAST) {
            script->ops[kept++] = sum_of(&script->ops[at], steps - 1);
            at += (steps - 1) * STEP;
        } else {
            script->ops[kept++] = script->ops[at++];
        }
    }
    script->op_count = kept;
}
