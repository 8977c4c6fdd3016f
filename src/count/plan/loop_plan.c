/* What each register of a loop holds is followed through its body, which is a straight line. A
 * register that goes from one iteration to the next is taken for a steady integer until a write
 * shows that it is none; then the body is followed once more. */
#include "count/plan/loop_plan.h"

#include <string.h>

/* What a register holds, as far as the loop knows. */
typedef enum Holds {
    HOLDS_OUTER,  /* what it held before the loop */
    HOLDS_FIXED,  /* an integer that is the same in every iteration */
    HOLDS_MOVING, /* one that moves by a fixed amount */
    HOLDS_LANES,  /* lane by lane content */
    HOLDS_UNKNOWN
} Holds;

typedef struct Register {
    Holds holds;
    bool is_written;    /* somewhere in the loop */
    bool carries_lanes; /* goes from one iteration to the next, and is no steady integer */
    int32_t moves;      /* the register of which it is a fixed amount more, as that was when the
                           iteration began; or -1 */
    uint32_t writer;    /* instruction that wrote it last; UINT32_MAX: none of this iteration */
} Register;

typedef struct Finder {
    Arena *arena;
    const Program *program;
    const PlanInstr *code;
    LoopPlan *plan;
    LoopInstr *instrs;
    Register *registers; /* [slots] */
    int32_t *moving, *fixed;
    int moving_count, moving_capacity, fixed_count, fixed_capacity;
    bool is_impossible;
    bool is_changed; /* some register was found to carry lanes */
    bool is_new;     /* an iteration may do something else than the one before it */
} Finder;

static bool is_integer(uint8_t type)
{
    return type >= SCALAR_I32 && type <= SCALAR_U64;
}

static bool is_slot(const Finder *finder, int32_t value)
{
    return value >= 0 && value < (int32_t)finder->program->slot_count;
}

/* ---- inputs ---- */

void loop_plan_add_once(Arena *arena, int32_t **list, int *count, int *capacity, int32_t value)
{
    for (int i = 0; i < *count; ++i)
        if ((*list)[i] == value)
            return;
    *ARENA_PUSH(arena, *list, *count, *capacity) = value;
}

static void add_input(Finder *finder, int32_t value, bool is_moving)
{
    if (is_moving)
        loop_plan_add_once(finder->arena, &finder->moving, &finder->moving_count,
                           &finder->moving_capacity, value);
    else
        loop_plan_add_once(finder->arena, &finder->fixed, &finder->fixed_count,
                           &finder->fixed_capacity, value);
}

/* What an operand holds; HOLDS_OUTER never comes out. */
static Holds look(Finder *finder, int32_t value)
{
    if (!is_slot(finder, value)) {
        if (value >= 0)
            add_input(finder, value, false);
        return HOLDS_FIXED;
    }
    Register *at = &finder->registers[value];
    if (at->holds != HOLDS_OUTER)
        return at->holds;
    if (!at->is_written) {
        add_input(finder, value, false);
        return HOLDS_FIXED;
    }
    if (at->carries_lanes)
        return HOLDS_LANES;
    add_input(finder, value, true);
    at->moves = value;
    return HOLDS_MOVING;
}

/* Marks the writer of what a VALUE reads, so that it is kept up to date in every iteration. */
static void want(Finder *finder, int32_t value)
{
    if (is_slot(finder, value) && finder->registers[value].writer != UINT32_MAX)
        finder->instrs[finder->registers[value].writer - finder->plan->first].is_wanted = true;
}

/* ---- effects ---- */

static void write(Finder *finder, int32_t slot, uint32_t words, Holds holds, int32_t moves,
                  uint32_t pc)
{
    Register *to = &finder->registers[slot];
    to->holds = holds;
    to->moves = moves;
    to->writer = pc;
    to->is_written = true;
    for (uint32_t i = 1; i < words; ++i) {
        finder->registers[slot + (int32_t)i].holds = HOLDS_UNKNOWN;
        finder->registers[slot + (int32_t)i].writer = pc;
        finder->registers[slot + (int32_t)i].is_written = true;
    }
}

/* The amount by which a sum moves is that of its one moving part. */
static int32_t moves_with(const Finder *finder, const PlanInstr *plan, const Holds holds[3])
{
    const int32_t operands[3] = {plan->a, plan->b, plan->c};
    uint8_t op = plan->instr->op;
    int at = op == OP_FMA ? 2 : holds[0] == HOLDS_MOVING ? 0 : 1;
    bool is_sum = op == OP_MOV || op == OP_ADD || op == OP_FMA || (op == OP_SUB && at == 0);
    for (int i = 0; i < 3; ++i)
        if (i != at && operands[i] >= 0 && holds[i] == HOLDS_MOVING)
            return -1;
    return is_sum && is_slot(finder, operands[at]) ? finder->registers[operands[at]].moves : -1;
}

/* Whether the result of moving operands moves by a fixed amount too. */
static bool is_linear(const PlanInstr *plan, const Holds holds[3])
{
    const Instr *instr = plan->instr;
    switch (instr->op) {
    case OP_MOV:
    case OP_ADD:
    case OP_SUB:
    case OP_NEG: return true;
    case OP_MUL:
    case OP_FMA: return holds[0] == HOLDS_FIXED || holds[1] == HOLDS_FIXED;
    case OP_SHL: return holds[1] == HOLDS_FIXED && !(instr->flags & INSTR_RANGE);
    case OP_CONVERT: return is_integer(instr->type2);
    default: return false;
    }
}

static bool is_comparison(const Instr *instr)
{
    return instr->op >= OP_EQ && instr->op <= OP_GE && is_integer(instr->type);
}

/* An integer of operands that are steady. */
static bool is_steady(const PlanInstr *plan, const Holds holds[3])
{
    const int32_t operands[3] = {plan->a, plan->b, plan->c};
    bool is_moving = false;
    for (int i = 0; i < 3; ++i) {
        if (operands[i] >= 0 && holds[i] != HOLDS_FIXED && holds[i] != HOLDS_MOVING)
            return false;
        is_moving |= operands[i] >= 0 && holds[i] == HOLDS_MOVING;
    }
    if (!is_integer(plan->instr->type) || plan->tracks_zero || is_comparison(plan->instr))
        return false;
    uint8_t op = plan->instr->op;
    bool is_division = op == OP_DIV || op == OP_REM;
    return is_linear(plan, holds) || (!is_moving && is_division);
}

static bool is_condition(const LoopPlan *plan, uint32_t pc)
{
    bool is_one = false;
    for (int i = 0; i < plan->condition_count; ++i)
        is_one |= plan->conditions[i] == pc;
    return is_one;
}

static void follow_value(Finder *finder, uint32_t pc)
{
    const PlanInstr *plan = &finder->code[pc];
    LoopInstr *instr = &finder->instrs[pc - finder->plan->first];
    const int32_t operands[3] = {plan->a, plan->b, plan->c};
    Holds holds[3];
    bool is_moving = false;
    for (int i = 0; i < 3; ++i) {
        holds[i] = look(finder, operands[i]);
        finder->is_impossible |= holds[i] == HOLDS_UNKNOWN && pc != finder->plan->both;
        is_moving |= operands[i] >= 0 && holds[i] == HOLDS_MOVING;
    }
    if (pc == finder->plan->both) {
        instr->part = LOOP_NOTHING;
        write(finder, plan->dst, 1, HOLDS_UNKNOWN, -1, pc);
    } else if (is_condition(finder->plan, pc)) {
        finder->is_impossible |= holds[0] == HOLDS_LANES || holds[1] == HOLDS_LANES;
        instr->part = LOOP_CONDITION;
        write(finder, plan->dst, 1, HOLDS_UNKNOWN, -1, pc);
    } else if (is_steady(plan, holds)) {
        instr->part = LOOP_STEADY;
        write(finder, plan->dst, plan->words[0], is_moving ? HOLDS_MOVING : HOLDS_FIXED,
              is_moving ? moves_with(finder, plan, holds) : -1, pc);
    } else {
        instr->part = LOOP_VALUE;
        finder->is_new |= is_moving;
        for (int i = 0; i < 3; ++i)
            want(finder, operands[i]);
        write(finder, plan->dst, plan->words[0], HOLDS_LANES, -1, pc);
    }
}

static void follow_access(Finder *finder, uint32_t pc)
{
    const PlanInstr *plan = &finder->code[pc];
    LoopInstr *instr = &finder->instrs[pc - finder->plan->first];
    Holds base = look(finder, plan->a), index = look(finder, plan->b);
    bool is_local = plan->instr->space == SPACE_LOCAL, is_store = plan->instr->op == OP_STORE;
    uint32_t words = plan->size == 8 ? 2 : 1;
    finder->is_impossible |= base > HOLDS_MOVING || index > HOLDS_MOVING || plan->is_zero_store;
    finder->is_new |= is_local || base == HOLDS_MOVING || index == HOLDS_MOVING;
    finder->plan->is_the_same |= is_store && !is_local;
    instr->part = is_local ? LOOP_VALUE : is_store ? LOOP_STORE : LOOP_FETCH;
    if (is_local) {
        want(finder, plan->a);
        want(finder, plan->b);
    }
    for (uint32_t i = 0; i < plan->instr->width; ++i) {
        if (is_store) {
            bool has_slot = is_slot(finder, plan->c);
            int32_t element = plan->c + (has_slot ? (int32_t)(i * words) : 0);
            Holds holds = look(finder, element);
            finder->is_impossible |= holds == HOLDS_UNKNOWN;
            finder->is_new |= holds == HOLDS_MOVING;
            want(finder, element);
        } else {
            write(finder, plan->dst + (int32_t)(i * words), words, HOLDS_LANES, -1, pc);
        }
    }
}

static void follow(Finder *finder, uint32_t pc)
{
    const PlanInstr *plan = &finder->code[pc];
    LoopInstr *instr = &finder->instrs[pc - finder->plan->first];
    *instr = (LoopInstr){.is_counted = plan->is_counted, .is_wanted = instr->is_wanted};
    finder->plan->counted += plan->is_counted;
    if (plan->is_removed || pc == finder->plan->test)
        return;
    uint16_t odd = INSTR_WATCHED | INSTR_SETS | INSTR_SCOPE | INSTR_VOLATILE | INSTR_LIMIT;
    OpcodeClass class = opcode_info[plan->instr->op].class;
    if (plan->instr->flags & odd)
        finder->is_impossible = true;
    else if (class == CLASS_VALUE)
        follow_value(finder, pc);
    else if (plan->instr->op == OP_LOAD || plan->instr->op == OP_STORE)
        follow_access(finder, pc);
    else
        finder->is_impossible = true;
}

/* What the registers hold when the body begins. */
static void begin_iteration(Finder *finder)
{
    finder->moving_count = finder->fixed_count = 0;
    finder->plan->counted = 0;
    for (uint32_t slot = 0; slot < finder->program->slot_count; ++slot) {
        finder->registers[slot].holds = HOLDS_OUTER;
        finder->registers[slot].moves = -1;
        finder->registers[slot].writer = UINT32_MAX;
    }
}

/* A register that an iteration reads before it writes it must have moved by a fixed amount, or hold
 * lanes. */
static void end_iteration(Finder *finder)
{
    finder->is_changed = false;
    for (int i = 0; i < finder->moving_count; ++i) {
        Register *at = &finder->registers[finder->moving[i]];
        if (at->holds == HOLDS_MOVING && at->moves == finder->moving[i])
            continue;
        finder->is_impossible |= at->holds != HOLDS_LANES;
        at->carries_lanes = finder->is_changed = finder->is_new = true;
    }
}

/* A VALUE that reads what the iteration before left in a register. */
static void want_carried(Finder *finder)
{
    for (uint32_t pc = finder->plan->first; pc < finder->plan->back; ++pc) {
        const PlanInstr *plan = &finder->code[pc];
        if (finder->instrs[pc - finder->plan->first].part != LOOP_VALUE)
            continue;
        const int32_t operands[3] = {plan->a, plan->b, plan->c};
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < finder->moving_count; ++k)
                if (operands[i] == finder->moving[k])
                    want(finder, operands[i]);
    }
}

static void mark_last(Finder *finder)
{
    for (uint32_t slot = 0; slot < finder->program->slot_count; ++slot) {
        const Register *at = &finder->registers[slot];
        if (at->writer != UINT32_MAX && at->holds != HOLDS_UNKNOWN)
            finder->instrs[at->writer - finder->plan->first].is_last = true;
    }
}

/* ---- sums of products ---- */

/* The FETCH whose result is factor `which` of the sum at pc, and nothing else; -1 if it is what was
 * there before the loop; -2 if it is neither. */
static int32_t factor_of(const Finder *finder, uint32_t pc, int32_t value)
{
    if (!is_slot(finder, value))
        return -1;
    for (uint32_t at = pc; at-- > finder->plan->first;) {
        const PlanInstr *plan = &finder->code[at];
        const LoopInstr *instr = &finder->instrs[at - finder->plan->first];
        if (instr->part == LOOP_NOTHING || plan->dst != value)
            continue;
        bool is_fine = instr->part == LOOP_FETCH && plan->instr->type == SCALAR_F32 &&
                       plan->instr->width == 1 && plan->home >= finder->plan->depth;
        return is_fine ? (int32_t)at : -2;
    }
    return finder->registers[value].is_written ? -2 : -1;
}

/* Adds the term of a sum; false if the instruction is none. */
static bool add_term(Finder *finder, uint32_t pc, LoopTerm *term)
{
    const PlanInstr *plan = &finder->code[pc];
    bool is_product = plan->instr->op == OP_FMA;
    if (plan->instr->rounding || plan->instr->type != SCALAR_F32 ||
        (!is_product && plan->instr->op != OP_ADD))
        return false;
    int32_t sum = is_product ? plan->c : plan->dst;
    bool is_swapped = !is_product && plan->b != plan->dst;
    *term = (LoopTerm){.pc = pc, .factor = {-2, -2}};
    if (plan->dst != sum || (!is_product && is_swapped && plan->a != plan->dst))
        return false;
    int32_t a = is_swapped ? plan->b : plan->a;
    term->factor[0] = a == sum ? -2 : factor_of(finder, pc, a);
    term->factor[1] = !is_product ? -1 : plan->b == sum ? -2 : factor_of(finder, pc, plan->b);
    return term->factor[0] > -2 && term->factor[1] > -2;
}

/* Whether a sum is read or written by one instruction of the loop alone. */
static bool is_alone(const Finder *finder, uint32_t pc)
{
    int32_t sum = finder->code[pc].dst;
    for (uint32_t at = finder->plan->first; at < finder->plan->back; ++at) {
        const PlanInstr *plan = &finder->code[at];
        if (at != pc && (plan->dst == sum || plan->a == sum || plan->b == sum || plan->c == sum))
            return false;
    }
    return true;
}

static void find_terms(Finder *finder)
{
    LoopPlan *plan = finder->plan;
    LoopTerm *terms = NULL;
    int count = 0, capacity = 0;
    for (uint32_t pc = plan->first; pc < plan->back; ++pc) {
        LoopTerm term;
        if (finder->instrs[pc - plan->first].part != LOOP_VALUE)
            continue;
        if (!add_term(finder, pc, &term) || !is_alone(finder, pc))
            return;
        *ARENA_PUSH(finder->arena, terms, count, capacity) = term;
    }
    plan->terms = terms;
    plan->term_count = count;
}

/* ---- the loop ---- */

/* The instruction of the loop before pc that writes a value; UINT32_MAX if none does. */
static uint32_t writer_of(const Finder *finder, uint32_t pc, int32_t value)
{
    while (pc-- > finder->plan->first)
        if (finder->code[pc].dst == value && !finder->code[pc].is_removed)
            return pc;
    return UINT32_MAX;
}

/* The comparisons that the instruction of the condition is, or joins. */
static bool find_conditions(Finder *finder, uint32_t pc)
{
    LoopPlan *plan = finder->plan;
    plan->both = UINT32_MAX;
    plan->conditions[0] = pc;
    plan->condition_count = 1;
    if (pc == UINT32_MAX)
        return false;
    const PlanInstr *joined = &finder->code[pc];
    if (joined->instr->op == OP_AND && joined->instr->type == SCALAR_BOOL &&
        joined->a != joined->b) {
        plan->both = pc;
        plan->conditions[0] = writer_of(finder, pc, joined->a);
        plan->conditions[1] = writer_of(finder, pc, joined->b);
        plan->condition_count = 2;
    }
    for (int i = 0; i < plan->condition_count; ++i)
        if (plan->conditions[i] == UINT32_MAX ||
            !is_comparison(finder->code[plan->conditions[i]].instr))
            return false;
    return true;
}

/* Finds test, back and conditions; false if the loop has other marks or branches. */
static bool find_frame(Finder *finder)
{
    LoopPlan *plan = finder->plan;
    uint32_t pc = plan->first;
    plan->test = UINT32_MAX;
    for (; finder->code[pc].instr->op != OP_LOOP_BACK; ++pc) {
        uint8_t op = finder->code[pc].instr->op;
        if (op == OP_LOOP_TEST && plan->test == UINT32_MAX)
            plan->test = pc;
        else if ((opcode_info[op].class != CLASS_VALUE && op != OP_LOAD && op != OP_STORE) ||
                 finder->code[pc].instr->flags & INSTR_ASYNC)
            return false;
    }
    plan->back = pc;
    if (plan->test == UINT32_MAX || finder->code[plan->test].is_removed)
        return false;
    return find_conditions(finder, writer_of(finder, plan->test, finder->code[plan->test].a));
}

static void list_inputs(Finder *finder)
{
    LoopPlan *plan = finder->plan;
    int32_t *inputs =
        ARENA_ARRAY(finder->arena, int32_t, finder->moving_count + finder->fixed_count + 1);
    memcpy(inputs, finder->moving, (size_t)finder->moving_count * sizeof *inputs);
    memcpy(inputs + finder->moving_count, finder->fixed,
           (size_t)finder->fixed_count * sizeof *inputs);
    plan->inputs = inputs;
    plan->moving_count = finder->moving_count;
    plan->input_count = finder->moving_count + finder->fixed_count;
}

const LoopPlan *loop_plan_new(Arena *arena, const Frames *frames, const PlanInstr *code,
                              uint32_t pc)
{
    const Program *program = frames->program;
    LoopPlan *plan = ARENA_NEW(arena, LoopPlan);
    Finder finder = {.arena = arena, .program = program, .code = code, .plan = plan};
    plan->first = pc + 1;
    if (!find_frame(&finder))
        return NULL;
    plan->depth = frame_depth(frames, plan->first);
    finder.instrs = ARENA_ARRAY(arena, LoopInstr, plan->back - plan->first);
    finder.registers = ARENA_ARRAY(arena, Register, program->slot_count);
    plan->instrs = finder.instrs;
    for (pc = plan->first; pc < plan->back; ++pc)
        for (uint32_t i = 0; i < instr_written_words(code[pc].instr) && !code[pc].is_removed; ++i)
            finder.registers[code[pc].dst + (int32_t)i].is_written = true;
    do {
        begin_iteration(&finder);
        for (pc = plan->first; pc < plan->back && !finder.is_impossible; ++pc)
            follow(&finder, pc);
        end_iteration(&finder);
    } while (finder.is_changed && !finder.is_impossible);
    if (finder.is_impossible || !finder.moving_count || (plan->is_the_same && finder.is_new))
        return NULL;
    want_carried(&finder);
    mark_last(&finder);
    list_inputs(&finder);
    find_terms(&finder);
    return plan;
}
