/* The search for the sum behind an element (sum_search.h) tells who stored it, and where its sum
 * grew. Where none grew, the value that was stored is followed back to the variable that held it.
 * Then the block runs once more, and every write to that place is noted. */
#include "probe/wrong/trace.h"

#include "probe/record/object.h"
#include "probe/results/values.h"
#include "probe/time/runner.h"
#include "probe/time/sum_search.h"

enum { COPIES_FOLLOWED = 12 };

typedef struct Tracer {
    Arena *arena;
    const Accumulators *accumulators;
    const Launch *launch;
    uint64_t at; /* the element, in the arena */
    SumTarget target;
    uint32_t first_pc, end_pc; /* of writes to a register: where it is this variable's */
    bool *carries;             /* [code] only takes the result of an accumulation to its place */
    Runner runner;
    Trace *trace;
} Tracer;

/* ---- what is followed ---- */

/* The variable in a register that an instruction sees in a slot; NULL. */
static const Variable *variable_at(const Program *program, Operand slot, uint32_t pc)
{
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        if (variable->storage == STORAGE_REGISTER && variable->operand == slot &&
            variable->first_pc <= pc && pc < variable->end_pc)
            return variable;
    }
    return NULL;
}

/* Writes of a variable: those that see it, and the one that gives it its first value. */
static void follow_variable(Tracer *t, const Variable *variable)
{
    int writer =
        definition_reaching(&t->accumulators->definitions, variable->operand, variable->first_pc);
    bool is_before = writer >= 0 && (uint32_t)writer < variable->first_pc;
    t->first_pc = is_before ? (uint32_t)writer : variable->first_pc;
    t->end_pc = variable->end_pc;
}

/* Back from what was stored to the variable, or the instruction, that it is a copy of. */
static void follow_stored(Tracer *t, uint32_t element)
{
    const Program *program = t->accumulators->program;
    Trace *trace = t->trace;
    const Instr *store = &program->code[trace->pc];
    uint32_t pc = trace->pc;
    Operand slot = store->c;
    t->target = (SumTarget){OPERAND_NONE, -1, SPACE_GLOBAL, t->at, trace->thread};
    if (store->op != OP_STORE || !OPERAND_IS_REGISTER(slot))
        return;
    slot = (Operand)(slot + element * register_words((ScalarType)store->type));
    trace->is_value = trace->has_source = true;
    t->target.slot = slot;
    t->end_pc = program->code_count;
    for (int i = 0; i < COPIES_FOLLOWED; ++i) {
        const Variable *variable = variable_at(program, slot, pc);
        int writer = definition_reaching(&t->accumulators->definitions, slot, pc);
        t->target.slot = slot;
        if (variable) {
            follow_variable(t, variable);
            return;
        }
        if (writer < 0)
            return;
        const Instr *instr = &program->code[writer];
        t->first_pc = (uint32_t)writer;
        t->end_pc = (uint32_t)writer + 1;
        bool is_copy = instr->op == OP_MOV || instr->op == OP_CONVERT;
        if (!is_copy || !OPERAND_IS_REGISTER(instr->a))
            return;
        slot = instr->a;
        pc = (uint32_t)writer;
    }
}

static void follow_sum(Tracer *t, const SumResult *found)
{
    const Program *program = t->accumulators->program;
    t->target = found->target;
    t->trace->is_value = found->is_value;
    t->trace->has_source = true;
    t->end_pc = program->code_count;
    if (found->target.variable >= 0 && found->target.slot != OPERAND_NONE)
        follow_variable(t, &program->variables[found->target.variable]);
}

/* ---- one step ---- */

static bool is_thread(const Tracer *t, const Step *step, int lane)
{
    return step->warp * WARP_LANES + (uint32_t)lane == t->target.thread;
}

static TraceValue *add_value(Tracer *t, const Step *step, int lane, ScalarType type, uint64_t bits)
{
    Trace *trace = t->trace;
    trace->is_cut |= trace->value_count >= TRACE_KEPT;
    if (trace->is_cut)
        return NULL;
    TraceValue *value =
        ARENA_PUSH(t->arena, trace->values, trace->value_count, trace->value_capacity);
    *value = (TraceValue){.block = step->block,
                          .thread = step->warp * WARP_LANES + (uint32_t)lane,
                          .pc = step->pc,
                          .step = step->index,
                          .value = value_number(type, bits)};
    return value;
}

static bool is_of_target(const Tracer *t, const Step *step, int lane, const Accumulated *told)
{
    const SumTarget *target = &t->target;
    if (target->slot != OPERAND_NONE)
        return told->item->slot == target->slot && told->item->variable == target->variable &&
               is_thread(t, step, lane);
    if (!told->word || address_space(told->word) != target->space)
        return false;
    uint64_t at = object_start_bytes(t->accumulators->program, t->launch, target->space,
                                     address_object(told->word)) +
                  (uint64_t)address_offset_bytes(told->word);
    return at == target->at && (target->space != SPACE_LOCAL || is_thread(t, step, lane));
}

static WordHistory history_of(const Tracer *t, const Origin *from)
{
    return from->shared == ORIGIN_NOT_SHARED
               ? (WordHistory){.writer = UINT32_MAX, .last_reader = UINT32_MAX}
               : probe_shared_history(t->runner.probe, from->shared);
}

static void fold_terms(Tracer *t, const Step *step)
{
    for (uint32_t left = step->active; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        Accumulated told;
        bool is_wanted = t->target.slot == OPERAND_NONE || is_thread(t, step, lane);
        if (!is_wanted ||
            !accumulated_in(t->accumulators, t->runner.machine, t->runner.probe, step, lane,
                            &told) ||
            !is_of_target(t, step, lane, &told))
            continue;
        TraceValue *value = add_value(t, step, lane, told.item->type, told.now);
        if (!value)
            return;
        value->is_term = true;
        value->told = told;
        value->from[0] = history_of(t, &told.x_from);
        value->from[1] = history_of(t, &told.y_from);
    }
}

static void fold_register(Tracer *t, const Step *step)
{
    int lane = (int)(t->target.thread % WARP_LANES);
    ScalarType type = instr_operand_type(step->instr, 'd');
    if (step->pc < t->first_pc || step->pc >= t->end_pc || !is_thread(t, step, lane) ||
        !instr_writes(step->instr, t->target.slot) || !(step->active >> lane & 1))
        return;
    add_value(t, step, lane, type,
              machine_value(t->runner.machine, t->target.slot, type, t->target.thread));
}

/* The value that a store or an atomic leaves at an offset; false if it does not go there. */
static bool stored_at(const Step *step, int lane, uint64_t at, uint64_t *bits)
{
    ScalarType type = (ScalarType)step->instr->type;
    uint32_t bytes = scalar_size_bytes(type), words = register_words(type);
    uint64_t way = at - step->arena[lane];
    if (way >= step->access_bytes || way % bytes)
        return false;
    uint64_t row = way / bytes * words;
    *bits = step->after[row][lane] | (words == 2 ? (uint64_t)step->after[row + 1][lane] << 32 : 0);
    return true;
}

static void fold_word(Tracer *t, const Step *step)
{
    if ((step->instr->op != OP_STORE && step->instr->op != OP_ATOMIC) ||
        step->space != t->target.space)
        return;
    for (uint32_t left = step->active & ~step->outside; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t bits;
        if (stored_at(step, lane, t->target.at, &bits) &&
            (t->target.space != SPACE_LOCAL || is_thread(t, step, lane)))
            add_value(t, step, lane, (ScalarType)step->instr->type, bits);
    }
}

static void fold_load(Tracer *t, const Step *step)
{
    Trace *trace = t->trace;
    int lane = (int)(trace->thread % WARP_LANES);
    if (step->instr->op != OP_LOAD || step->space != SPACE_GLOBAL ||
        step->warp != trace->thread / WARP_LANES || !(step->active & ~step->outside & 1u << lane) ||
        trace->load_count >= TRACE_KEPT)
        return;
    *ARENA_PUSH(t->arena, trace->loads, trace->load_count, trace->load_capacity) =
        (TraceLoad){step->pc, step->index, step->arena[lane]};
}

static void fold(Tracer *t, const Step *step, bool is_in_block)
{
    if (step->fault == FAULT_STEP_LIMIT)
        return;
    bool is_global = t->target.slot == OPERAND_NONE && t->target.space == SPACE_GLOBAL;
    if (is_in_block)
        fold_load(t, step);
    if (!is_in_block && !is_global)
        return;
    if (accumulation_at(&t->accumulators->accumulations, step->pc) && t->trace->has_source)
        fold_terms(t, step);
    if (t->carries[step->pc] || t->trace->is_cut)
        return;
    if (t->target.slot != OPERAND_NONE)
        fold_register(t, step);
    else
        fold_word(t, step);
}

/* ---- the block again ---- */

/* Accumulations are told at their own instruction, and what writes their place for them is left
 * out. */
static void find_carries(Tracer *t)
{
    const Accumulations *all = &t->accumulators->accumulations;
    t->carries = ARENA_ARRAY(t->arena, bool, t->accumulators->program->code_count + 1);
    for (int i = 0; i < all->count; ++i) {
        bool is_same = t->target.slot != OPERAND_NONE
                           ? all->items[i].slot == t->target.slot &&
                                 all->items[i].variable == t->target.variable
                           : all->items[i].slot == OPERAND_NONE;
        if (is_same)
            t->carries[all->items[i].pc] = t->carries[all->items[i].writer] = true;
    }
}

static bool run_again(Tracer *t, bool is_from_first)
{
    const char *reason;
    const Trace *trace = t->trace;
    uint32_t first = is_from_first ? 0 : trace->block;
    find_carries(t);
    if (!runner_open(&t->runner, t->accumulators->program, t->launch, first,
                     trace->block - first + 1, &reason))
        return false;
    const RunnerState *state = t->runner.state;
    bool is_there = false;
    while (!is_there && !state->is_ended && state->position < 2 * TRACE_STEPS) {
        runner_step(&t->runner);
        bool is_in_block = state->step.block == trace->block;
        fold(t, &state->step, is_in_block);
        is_there = is_in_block && state->step.index == trace->step;
    }
    t->trace->moment = state->position - 1;
    uint64_t bits = 0;
    if (is_there && stored_at(&state->step, (int)(trace->thread % WARP_LANES), t->at, &bits))
        t->trace->stored = value_number((ScalarType)state->step.instr->type, bits);
    runner_close(&t->runner);
    return is_there;
}

bool trace_element(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                   uint64_t at, ScalarType type, const Trace *before, Trace *trace)
{
    const char *reason;
    uint32_t last = (uint32_t)(launch_block_count(launch) - 1);
    const SumSpan span = {0, before ? before->block : last, before ? before->step : UINT64_MAX,
                          before ? before->moment : UINT64_MAX};
    SumSearch *search = sum_search_element(accumulators, launch, span, at, &reason);
    *trace = (Trace){.type = type};
    if (!search)
        return false;
    bool is_known = sum_search_run(search, TRACE_STEPS);
    SumResult found = sum_search_result(search);
    sum_search_free(search);
    if (!is_known || !found.has_writer)
        return is_known;
    *trace = (Trace){.has_writer = true,
                     .type = type,
                     .block = found.block,
                     .thread = found.thread,
                     .pc = found.pc,
                     .step = found.step,
                     .is_alone = found.is_alone};
    Tracer t = {
        .arena = arena, .accumulators = accumulators, .launch = launch, .at = at, .trace = trace};
    if (found.is_found)
        follow_sum(&t, &found);
    else
        follow_stored(&t, found.element);
    trace->is_global = t.target.slot == OPERAND_NONE && t.target.space == SPACE_GLOBAL;
    return run_again(&t, found.is_from_first);
}
