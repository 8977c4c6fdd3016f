/* Two passes over the code: the tree of frames and the touches of every slot, then the homes. The
 * first touch of a home must be a write straight in it, else the home is widened; so a value is
 * never carried into a frame by lanes that did not write it there. */
#include "count/plan.h"

#include <string.h>

typedef struct Region {
    int parent, depth;
} Region;

typedef struct Touches {
    int region;       /* the home so far; -1: untouched */
    int first_region; /* of the first touch */
    bool first_is_write;
} Touches;

typedef struct Planner {
    Arena *arena;
    const Program *program;
    Region *regions;
    int region_count, region_capacity;
    int *region_of; /* [code] */
    Touches *slots;
    bool *tracks; /* [slots] may hold a literal zero */
    bool *stored; /* [slots] may go on to shared memory unchanged */
    PlanInstr *code;
} Planner;

static bool is_comparison(uint8_t op)
{
    return op >= OP_EQ && op <= OP_GE;
}

ScalarType plan_operand_type(const Instr *instr, char operand)
{
    ScalarType type = (ScalarType)instr->type, type2 = (ScalarType)instr->type2;
    switch (instr->op) {
    case OP_SELECT: return operand == 'a' ? SCALAR_BOOL : type;
    case OP_CONVERT:
    case OP_BITS: return operand == 'a' ? type2 : type;
    case OP_LOAD:
    case OP_STORE:
    case OP_ATOMIC: return operand == 'a' ? SCALAR_U64 : operand == 'b' ? type2 : type;
    case OP_IF:
    case OP_LOOP_TEST:
    case OP_ASSERT: return SCALAR_BOOL;
    default: return is_comparison(instr->op) && operand == 'd' ? SCALAR_BOOL : type;
    }
}

static int new_region(Planner *planner, int parent)
{
    int depth = parent < 0 ? 0 : planner->regions[parent].depth + 1;
    *ARENA_PUSH(planner->arena, planner->regions, planner->region_count, planner->region_capacity) =
        (Region){parent, depth};
    return planner->region_count - 1;
}

static void find_regions(Planner *planner)
{
    int region = new_region(planner, -1);
    for (uint32_t pc = 0; pc < planner->program->code_count; ++pc) {
        uint8_t op = planner->program->code[pc].op;
        if (op == OP_ENDIF || op == OP_LOOP_END || op == OP_SCOPE_END)
            region = planner->regions[region].parent;
        if (op == OP_ELSE)
            region = new_region(planner, planner->regions[region].parent);
        planner->region_of[pc] = region;
        if (op == OP_IF || op == OP_LOOP || op == OP_SCOPE)
            region = new_region(planner, region);
    }
}

static int common_region(const Planner *planner, int a, int b)
{
    while (a != b) {
        if (planner->regions[a].depth >= planner->regions[b].depth)
            a = planner->regions[a].parent;
        else
            b = planner->regions[b].parent;
    }
    return a;
}

static void touch(Planner *planner, int slot, int count, uint32_t pc, bool is_write)
{
    int region = planner->region_of[pc];
    for (int i = slot; i < slot + count; ++i) {
        Touches *touches = &planner->slots[i];
        if (touches->region < 0)
            *touches = (Touches){region, region, is_write};
        touches->region = common_region(planner, touches->region, region);
    }
}

static int slots_of(const Instr *instr, char operand)
{
    int slots = scalar_size_bytes(plan_operand_type(instr, operand)) == 8 ? 2 : 1;
    bool is_moved =
        (instr->op == OP_LOAD && operand == 'd') || (instr->op == OP_STORE && operand == 'c');
    return is_moved ? slots * instr->width : slots;
}

static Operand operand_of(const Instr *instr, char operand)
{
    return operand == 'a' ? instr->a : operand == 'b' ? instr->b : instr->c;
}

static void touch_all(Planner *planner)
{
    for (uint32_t pc = 0; pc < planner->program->code_count; ++pc) {
        const Instr *instr = &planner->program->code[pc];
        const char *operands = opcode_info[instr->op].operands;
        for (const char *at = "abc"; *at; ++at) {
            Operand operand = operand_of(instr, *at);
            if (strchr(operands, *at) && OPERAND_IS_REGISTER(operand))
                touch(planner, operand, slots_of(instr, *at), pc, false);
        }
        if (strchr(operands, 'd') && OPERAND_IS_REGISTER(instr->dst))
            touch(planner, instr->dst, slots_of(instr, 'd'), pc, true);
    }
}

static void widen_homes(Planner *planner)
{
    for (uint32_t slot = 0; slot < planner->program->slot_count; ++slot) {
        Touches *touches = &planner->slots[slot];
        if (touches->region < 0)
            touches->region = 0;
        if (!touches->first_is_write)
            touches->region = 0;
        else if (touches->first_region != touches->region)
            while (planner->regions[touches->region].parent >= 0)
                touches->region = planner->regions[touches->region].parent;
    }
}

static bool is_literal_zero(const Planner *planner, Operand operand)
{
    if (!OPERAND_IS_UNIFORM(operand))
        return false;
    const Uniform *uniform = &planner->program->uniforms[OPERAND_INDEX(operand)];
    return uniform->kind == UNIFORM_CONSTANT && uniform->value == 0;
}

static bool is_zero(const Planner *planner, Operand operand)
{
    return is_literal_zero(planner, operand) ||
           (OPERAND_IS_REGISTER(operand) && planner->tracks[operand]);
}

static bool may_carry(const Planner *planner, const Instr *instr)
{
    if (instr->op == OP_MOV)
        return is_zero(planner, instr->a);
    return instr->op == OP_SELECT && (is_zero(planner, instr->b) || is_zero(planner, instr->c));
}

static bool store_slot(Planner *planner, Operand operand)
{
    if (!OPERAND_IS_REGISTER(operand) || planner->stored[operand])
        return false;
    return planner->stored[operand] = true;
}

/* Carries the two marks one step through an instruction: zeros forwards, stores backwards. */
static bool spread_through(Planner *planner, const Instr *instr)
{
    bool changed = false;
    if (may_carry(planner, instr) && !planner->tracks[instr->dst])
        planner->tracks[instr->dst] = changed = true;
    if (instr->op == OP_STORE && instr->space == SPACE_SHARED)
        changed |= store_slot(planner, instr->c);
    if (instr->op == OP_MOV && planner->stored[instr->dst])
        changed |= store_slot(planner, instr->a);
    if (instr->op == OP_SELECT && planner->stored[instr->dst]) {
        changed |= store_slot(planner, instr->b);
        changed |= store_slot(planner, instr->c);
    }
    return changed;
}

static void spread(Planner *planner)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t pc = 0; pc < planner->program->code_count; ++pc)
            changed |= spread_through(planner, &planner->program->code[pc]);
    }
    for (uint32_t slot = 0; slot < planner->program->slot_count; ++slot)
        planner->tracks[slot] &= planner->stored[slot];
}

static const char *refusal_of(const Instr *instr)
{
    switch (instr->op) {
    case OP_ATOMIC:
    case OP_PRINT:
    case OP_SHUFFLE:
    case OP_VOTE:
    case OP_ASSERT: return "its lanes act on each other one after another";
    case OP_LOAD:
    case OP_STORE: break;
    default: return NULL;
    }
    if (instr->space == SPACE_GENERIC)
        return "it uses memory that is found out at run time";
    return NULL;
}

static int32_t resolve(const Program *program, Operand operand)
{
    if (operand == OPERAND_NONE)
        return PLAN_NO_VALUE;
    return OPERAND_IS_UNIFORM(operand) ? (int32_t)program->slot_count + OPERAND_INDEX(operand)
                                       : operand;
}

static PlanInstr plan_instr(const Planner *planner, const Instr *instr)
{
    const char *operands = opcode_info[instr->op].operands;
    PlanInstr plan = {.instr = instr,
                      .dst = PLAN_NO_VALUE,
                      .a = PLAN_NO_VALUE,
                      .b = PLAN_NO_VALUE,
                      .c = PLAN_NO_VALUE};
    for (int i = 0; i < 4; ++i)
        plan.words[i] = scalar_size_bytes(plan_operand_type(instr, "dabc"[i])) == 8 ? 2 : 1;
    plan.is_removed = instr->flags & INSTR_REMOVED;
    plan.is_counted = opcode_info[instr->op].class != CLASS_MARK && !plan.is_removed;
    if (strchr(operands, 'a'))
        plan.a = resolve(planner->program, instr->a);
    if (strchr(operands, 'b'))
        plan.b = resolve(planner->program, instr->b);
    if (strchr(operands, 'c'))
        plan.c = resolve(planner->program, instr->c);
    if (strchr(operands, 'd')) {
        plan.dst = instr->dst;
        plan.home = (uint16_t)planner->regions[planner->slots[instr->dst].region].depth;
        plan.tracks_zero = planner->tracks[instr->dst];
    }
    if (instr->op == OP_STORE && instr->space == SPACE_SHARED)
        plan.is_zero_store = is_zero(planner, instr->c);
    return plan;
}

Plan *plan_new(Arena *arena, const Program *program)
{
    Planner planner = {.arena = arena, .program = program};
    planner.region_of = ARENA_ARRAY(arena, int, program->code_count);
    planner.slots = ARENA_ARRAY(arena, Touches, program->slot_count);
    planner.tracks = ARENA_ARRAY(arena, bool, program->slot_count);
    planner.stored = ARENA_ARRAY(arena, bool, program->slot_count);
    for (uint32_t slot = 0; slot < program->slot_count; ++slot)
        planner.slots[slot].region = -1;
    find_regions(&planner);
    touch_all(&planner);
    widen_homes(&planner);
    spread(&planner);
    Plan *plan = ARENA_NEW(arena, Plan);
    planner.code = ARENA_ARRAY(arena, PlanInstr, program->code_count);
    plan->code = planner.code;
    plan->count = program->code_count;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        planner.code[pc] = plan_instr(&planner, &program->code[pc]);
        if (!plan->refusal)
            plan->refusal = refusal_of(&program->code[pc]);
    }
    return plan;
}
