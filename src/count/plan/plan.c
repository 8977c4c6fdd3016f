/* Operands resolved, homes looked up, and where a literal zero may travel: zeros.h says which
 * registers may hold one, and here it is found backwards which may go on to shared memory. */
#include "count/plan/plan.h"

#include "count/plan/home.h"
#include "count/plan/loop_plan.h"
#include "program/flow/flow.h"
#include "program/flow/zeros.h"

#include <string.h>

typedef struct Planner {
    const Program *program;
    const uint16_t *homes; /* [code] */
    const bool *is_used;   /* [code] */
    bool *tracks;          /* [slots] may hold a literal zero */
    bool *stored;          /* [slots] may go on to shared memory unchanged */
} Planner;

static bool store_slot(Planner *planner, Operand operand)
{
    if (!OPERAND_IS_REGISTER(operand) || planner->stored[operand])
        return false;
    return planner->stored[operand] = true;
}

static bool store_elements(Planner *planner, const Instr *instr)
{
    bool changed = false;
    for (uint32_t i = 0; i < instr->width; ++i)
        changed |= store_slot(planner, zero_element(instr, i));
    return changed;
}

static bool may_go_shared(const Instr *instr)
{
    return instr->space == SPACE_SHARED || instr->space == SPACE_GENERIC;
}

static bool store_operands(void *context, uint32_t pc)
{
    Planner *planner = context;
    const Instr *instr = &planner->program->code[pc];
    bool changed = false;
    if (instr->op == OP_STORE && may_go_shared(instr))
        changed |= store_elements(planner, instr);
    if (instr->op == OP_MOV && planner->stored[instr->dst])
        changed |= store_slot(planner, instr->a);
    if (instr->op == OP_SELECT && planner->stored[instr->dst]) {
        changed |= store_slot(planner, instr->b);
        changed |= store_slot(planner, instr->c);
    }
    return changed;
}

static void find_tracks(Arena *arena, Planner *planner)
{
    planner->tracks = zeros_of(arena, planner->program);
    planner->stored = ARENA_ARRAY(arena, bool, planner->program->slot_count);
    flow_until_stable(planner->program, true, store_operands, planner);
    for (uint32_t slot = 0; slot < planner->program->slot_count; ++slot)
        planner->tracks[slot] &= planner->stored[slot];
}

/* Sums, and least and greatest numbers, of integers come to the same in any order. */
static uint8_t any_order(const Planner *planner, uint32_t pc)
{
    const Instr *instr = &planner->program->code[pc];
    uint8_t type = (uint8_t)(1 + instr->type) << 4, operation = instr->atomic;
    if (instr->op != OP_ATOMIC || planner->is_used[pc] || scalar_is_float((ScalarType)instr->type))
        return 0;
    switch ((AtomicOperation)operation) {
    case ATOMIC_SUB: return type | ATOMIC_ADD;
    case ATOMIC_ADD:
    case ATOMIC_MIN:
    case ATOMIC_MAX:
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_XOR: return type | operation;
    default: return 0;
    }
}

static PlanInstr plan_instr(const Planner *planner, uint32_t pc)
{
    const Instr *instr = &planner->program->code[pc];
    const char *operands = opcode_info[instr->op].operands;
    PlanInstr plan = {.instr = instr,
                      .dst = PLAN_NO_VALUE,
                      .a = PLAN_NO_VALUE,
                      .b = PLAN_NO_VALUE,
                      .c = PLAN_NO_VALUE,
                      .size = (uint8_t)scalar_size_bytes((ScalarType)instr->type)};
    for (int i = 0; i < 4; ++i)
        plan.words[i] = (uint8_t)instr_operand_words(instr, "dabc"[i]);
    plan.is_removed = instr->flags & INSTR_REMOVED;
    plan.is_counted = opcode_info[instr->op].class != CLASS_MARK && !plan.is_removed;
    if (strchr(operands, 'a'))
        plan.a = plan_value(planner->program, instr->a);
    if (strchr(operands, 'b'))
        plan.b = plan_value(planner->program, instr->b);
    if (strchr(operands, 'c'))
        plan.c = plan_value(planner->program, instr->c);
    if (strchr(operands, 'd')) {
        plan.dst = instr->dst;
        plan.home = planner->homes[pc];
        plan.is_used = planner->is_used[pc];
        plan.tracks_zero = planner->tracks[instr->dst];
    }
    plan.any_order = any_order(planner, pc);
    if (instr->op == OP_STORE)
        plan.is_zero_store =
            may_go_shared(instr) && zeros_are_stored(planner->program, planner->tracks, instr);
    return plan;
}

static void find_loops(Arena *arena, const Program *program, Plan *plan)
{
    Frames frames = frames_of(arena, program);
    plan->loops = (const LoopPlan **)ARENA_ARRAY(arena, const LoopPlan *, plan->count);
    for (uint32_t pc = 0; pc < plan->count; ++pc) {
        bool is_loop = program->code[pc].op == OP_LOOP;
        const LoopPlan *loop = is_loop ? loop_plan_new(arena, &frames, plan->code, pc) : NULL;
        if (loop)
            plan->loops[pc] = plan->loops[loop->back] = loop;
    }
}

Plan *plan_new(Arena *arena, const Program *program)
{
    Planner planner = {.program = program};
    planner.homes = home_find(arena, program, &planner.is_used);
    find_tracks(arena, &planner);
    Plan *plan = ARENA_NEW(arena, Plan);
    PlanInstr *code = ARENA_ARRAY(arena, PlanInstr, program->code_count);
    plan->code = code;
    plan->count = program->code_count;
    uint8_t any = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        code[pc] = plan_instr(&planner, pc);
        if (program->code[pc].op == OP_ATOMIC) {
            plan->has_order |= !code[pc].any_order || (any && any != code[pc].any_order);
            any = code[pc].any_order;
        }
    }
    find_loops(arena, program, plan);
    return plan;
}
