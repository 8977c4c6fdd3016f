/* Which loops have scripts, how one is written, and when it may be run. */
#include "count/blocks/script_state.h"
#include "count/wide/watch.h"

#include <string.h>

enum {
    OPS_MOST = 1 << 15, /* of a script, before it is made short */
    WRITTEN_MOST = 64,  /* scripts of a loop, then it has too many beginnings */
    FAILED_MOST = 4     /* and so often one that could not be written */
};

/* ---- which loops ---- */

static bool is_fit(const Instr *instr, bool *has_locals)
{
    const uint16_t odd =
        INSTR_WATCHED | INSTR_SETS | INSTR_SCOPE | INSTR_VOLATILE | INSTR_LIMIT | INSTR_ASYNC;
    bool is_local = instr->space == SPACE_LOCAL;
    switch (opcode_info[instr->op].class) {
    case CLASS_VALUE: return !(instr->flags & odd);
    case CLASS_BRANCH: return instr->op != OP_EXIT;
    case CLASS_MARK: return true;
    case CLASS_MEMORY:
        *has_locals |= is_local;
        return !(instr->flags & odd) && !instr->tile &&
               scalar_size_bytes((ScalarType)instr->type) == 4 &&
               (is_local ? instr->op != OP_ATOMIC
                         : instr->op == OP_LOAD && instr->space == SPACE_SHARED);
    default: return false;
    }
}

/* The LOOP_END of a loop that is fit for scripts; 0 if it is not. */
static uint32_t end_of(const Program *program, uint32_t loop)
{
    uint32_t pc = loop + 1;
    bool has_locals = false;
    for (int open = 1; open; ++pc) {
        const Instr *instr = &program->code[pc];
        if (!is_fit(instr, &has_locals))
            return 0;
        open += instr->op == OP_LOOP;
        open -= instr->op == OP_LOOP_END;
    }
    return has_locals ? pc - 1 : 0;
}

WideScripts **wide_scripts_new(Wide *wide)
{
    const Program *program = wide->program;
    WideScripts **all = (WideScripts **)ARENA_ARRAY(wide->arena, WideScripts *, wide->plan->count);
    for (uint32_t pc = 0; pc < wide->plan->count && wide->unit_shift == 2; ++pc) {
        uint32_t end = program->code[pc].op == OP_LOOP ? end_of(program, pc) : 0;
        if (!end)
            continue;
        all[pc] = ARENA_NEW(wide->arena, WideScripts);
        all[pc]->first = pc + 1;
        pc = all[pc]->end = end;
    }
    return all;
}

void wide_scripts_forget(Wide *wide)
{
    for (uint32_t pc = 0; pc < wide->plan->count; ++pc)
        if (wide->scripts[pc])
            wide->scripts[pc]->count = wide->scripts[pc]->next = wide->scripts[pc]->written = 0;
}

/* ---- writing one ---- */

typedef enum Touch { TOUCH_NONE, TOUCH_READ, TOUCH_WRITTEN } Touch;

typedef struct Writer {
    Wide *wide;
    Arena *arena;
    Script *script;
    uint8_t *values; /* [slots + uniforms] Touch */
    uint8_t *locals; /* [words of per-thread memory] Touch */
    bool has_failed;
} Writer;

static void note_read(Writer *w, int32_t index, uint32_t words)
{
    Script *script = w->script;
    for (uint32_t i = 0; index >= 0 && i < words; ++i) {
        int32_t at = index + (int32_t)i;
        if (w->values[at] != TOUCH_NONE)
            continue;
        w->values[at] = TOUCH_READ;
        *ARENA_PUSH(w->arena, script->inputs, script->input_count, script->input_capacity) =
            (ScriptValue){at, w->wide->values[at]};
    }
}

static void note_reads(Writer *w, const PlanInstr *plan)
{
    bool is_store = plan->instr->op == OP_STORE;
    bool is_slot = plan->c < (int32_t)w->wide->program->slot_count;
    note_read(w, plan->a, plan->words[1]);
    note_read(w, plan->b, plan->words[2]);
    note_read(w, plan->c, is_store && is_slot ? plan->instr->width : plan->words[3]);
}

static void note_written(Writer *w, const PlanInstr *plan)
{
    for (uint32_t i = 0; i < instr_written_words(plan->instr); ++i)
        w->values[plan->dst + (int32_t)i] = TOUCH_WRITTEN;
}

static bool is_vector(const Value *value)
{
    return value->kind == VALUE_VECTOR;
}

static void fill_row(const Wide *wide, const Value *value, uint32_t *row)
{
    bool is_mask = value->kind == VALUE_MASK;
    const uint32_t *words = is_mask ? mask_at(wide->table, value->pattern)->words : NULL;
    const int32_t *rel = is_mask ? NULL : pattern_at(wide->table, value->pattern)->rel;
    for (uint32_t i = 0; i < wide->lanes; ++i)
        row[i] = is_mask ? words[i / 32] >> i % 32 & 1 : (uint32_t)value->bits + (uint32_t)rel[i];
}

/* The row of a value that was read in `index`: that of the register, or one that never changes. */
static int32_t row_of(Writer *w, int32_t index, const Value *value)
{
    Wide *wide = w->wide;
    Script *script = w->script;
    if (is_vector(value))
        return index;
    int32_t first = (int32_t)(wide->program->slot_count + script_local_words(wide));
    uint32_t *row = ARENA_ARRAY(w->arena, uint32_t, wide->lanes);
    fill_row(wide, value, row);
    for (int i = 0; i < script->value_count; ++i)
        if (memcmp(script->values[i], row, wide->lanes * sizeof *row) == 0)
            return first + i;
    *ARENA_PUSH(w->arena, script->values, script->value_count, script->value_capacity) = row;
    return first + script->value_count - 1;
}

static ScriptOp *add_op(Writer *w, ScriptKind kind, const PlanInstr *plan, int32_t to)
{
    Script *script = w->script;
    w->has_failed |= script->op_count == OPS_MOST;
    ScriptOp *op = ARENA_PUSH(w->arena, script->ops, script->op_count, script->op_capacity);
    *op = (ScriptOp){.kind = (uint8_t)kind, .plan = plan, .to = to, .write_count = 1};
    return op;
}

static void add_copy(Writer *w, const PlanInstr *plan, int32_t to, int32_t from)
{
    ScriptOp *op = add_op(w, SCRIPT_COPY, plan, to);
    op->reads[0] = from;
    op->read_count = 1;
}

static ScriptKind kind_of(const PlanInstr *plan)
{
    const Instr *instr = plan->instr;
    bool is_plain = instr->type == SCALAR_F32 && !instr->rounding;
    switch (instr->op) {
    case OP_MOV: return plan->words[0] == 1 ? SCRIPT_COPY : SCRIPT_ANY;
    case OP_FMA: return is_plain ? SCRIPT_FMA : SCRIPT_ANY;
    case OP_ADD: return is_plain ? SCRIPT_ADD : SCRIPT_ANY;
    case OP_SUB: return is_plain ? SCRIPT_SUB : SCRIPT_ANY;
    case OP_MUL: return is_plain ? SCRIPT_MUL : SCRIPT_ANY;
    default: return SCRIPT_ANY;
    }
}

/* What is computed of rows, or makes one. A decision by data is left to the instructions. */
static void write_value(Writer *w, const PlanInstr *plan, const Value operands[SCRIPT_OPERANDS])
{
    const int32_t indices[SCRIPT_OPERANDS] = {plan->a, plan->b, plan->c};
    bool is_of_rows = false, makes_row = is_vector(&w->wide->values[plan->dst]);
    for (int i = 0; i < SCRIPT_OPERANDS; ++i)
        is_of_rows |= indices[i] >= 0 && is_vector(&operands[i]);
    w->has_failed |= is_of_rows && !makes_row;
    if (!makes_row || w->has_failed)
        return;
    ScriptKind kind = kind_of(plan);
    ScriptOp *op = add_op(w, kind, plan, plan->dst);
    op->write_count = plan->words[0];
    memcpy(op->operands, operands, sizeof op->operands);
    for (int i = 0; i < SCRIPT_OPERANDS; ++i) {
        if (indices[i] < 0 || (kind == SCRIPT_ANY && !is_vector(&operands[i])))
            continue;
        for (int k = 0; k < (kind == SCRIPT_ANY ? plan->words[1 + i] : 1); ++k)
            op->reads[op->read_count++] =
                kind == SCRIPT_ANY ? indices[i] + k : row_of(w, indices[i], &operands[i]);
    }
}

static void touch_local(Writer *w, uint32_t word, bool is_read)
{
    Script *script = w->script;
    if (is_read && w->locals[word] == TOUCH_NONE)
        *ARENA_PUSH(w->arena, script->needs, script->need_count, script->need_capacity) =
            (ScriptSet){word, MASK_ALL};
    if (w->locals[word] == TOUCH_NONE || !is_read)
        w->locals[word] = is_read ? TOUCH_READ : TOUCH_WRITTEN;
}

static void write_local(Writer *w, const PlanInstr *plan, int32_t place)
{
    bool is_load = plan->instr->op == OP_LOAD;
    bool is_slot = plan->c < (int32_t)w->wide->program->slot_count;
    w->has_failed |= place < 0 || place % 4;
    for (int32_t i = 0; !w->has_failed && i < plan->instr->width; ++i) {
        int32_t row = script_local_row(w->wide, place + i * 4);
        int32_t index = is_load ? plan->dst + i : plan->c + (is_slot ? i : 0);
        touch_local(w, (uint32_t)place / 4 + (uint32_t)i, is_load);
        if (is_load)
            add_copy(w, plan, index, row);
        else
            add_copy(w, plan, row, row_of(w, index, &w->wide->values[index]));
    }
}

/* The lanes after which the words of a pattern come again; whole warps. */
static uint32_t fresh_lanes(const Wide *wide, const int32_t *rel)
{
    uint32_t fresh = WARP_LANES;
    for (uint32_t i = fresh; i < wide->lanes; ++i)
        if (rel[i] != rel[i - fresh]) {
            fresh = fresh * 2 > i + 1 ? fresh * 2 : (i / WARP_LANES + 1) * WARP_LANES;
            i = fresh - 1;
        }
    return fresh < wide->lanes ? fresh : wide->lanes;
}

/* The pattern of an access in words; PATTERN_NONE if it has none. */
static int words_of(const Wide *wide, const WideAccess *access)
{
    if (access->pattern == PATTERN_UNIFORM || access->scale == 4)
        return access->pattern;
    if (access->scale % 4 == 0)
        return pattern_scale(wide->table, access->pattern, access->scale / 4);
    return access->scale == 1 ? pattern_divide(wide->table, access->pattern, 4) : PATTERN_NONE;
}

/* A load of shared memory that was carried out. What all lanes share is data, too. */
static void write_fetch(Writer *w, const PlanInstr *plan)
{
    Wide *wide = w->wide;
    const AccessMemo *memo = &wide->memos[plan - wide->plan->code];
    const WideAccess *access = &memo->access;
    int words = memo->mask == wide->active && access->is_shared && access->start % 4 == 0 &&
                        access->pattern != PATTERN_LOOSE && wide_all_lanes_readable(wide, access)
                    ? words_of(wide, access)
                    : PATTERN_NONE;
    w->has_failed |= words < 0;
    for (int32_t i = 0; !w->has_failed && i < plan->instr->width; ++i) {
        Value *value = &wide->values[plan->dst + i];
        ScriptOp *op = add_op(w, SCRIPT_FETCH, plan, plan->dst + i);
        op->start = access->start + i * 4;
        op->pattern = words;
        op->fresh = fresh_lanes(wide, pattern_at(wide->table, words)->rel);
        if (!is_vector(value))
            fill_row(wide, value, wide_storage(wide, plan->dst + i));
        value->kind = VALUE_VECTOR;
    }
}

static void write_declaration(Writer *w, const PlanInstr *plan)
{
    const Program *program = w->wide->program;
    const Unset *unset = &program->unsets[plan->instr->imm];
    w->has_failed |= unset->slot != OPERAND_NONE;
    if (w->has_failed)
        return;
    const LocalVariable *local = &program->locals[unset->local];
    uint32_t first = local->offset_bytes / 4;
    for (uint32_t i = first; i < first + (local->type->size_bytes + 3) / 4; ++i)
        touch_local(w, i, false);
}

/* Carries out the next instruction and writes down what it did. */
static void write_step(Writer *w, void (*step)(Wide *wide))
{
    Wide *wide = w->wide;
    const PlanInstr *plan = &wide->plan->code[wide->pc];
    OpcodeClass class = opcode_info[plan->instr->op].class;
    const int32_t indices[SCRIPT_OPERANDS] = {plan->a, plan->b, plan->c};
    Value operands[SCRIPT_OPERANDS] = {{0}};
    bool is_local = class == CLASS_MEMORY && plan->instr->space == SPACE_LOCAL;
    if (!plan->is_removed)
        note_reads(w, plan);
    for (int i = 0; i < SCRIPT_OPERANDS; ++i)
        if (indices[i] >= 0)
            operands[i] = wide->values[indices[i]];
    int32_t place = is_local ? wide_local_place(wide, plan) : 0;
    w->has_failed |= plan->is_counted && wide->active != MASK_ALL;
    w->has_failed |= class == CLASS_BRANCH && plan->a >= 0 && is_vector(&operands[0]);
    step(wide);
    w->has_failed |= wide->gave_up;
    if (plan->is_removed || w->has_failed)
        return;
    note_written(w, plan);
    if (class == CLASS_VALUE)
        write_value(w, plan, operands);
    else if (is_local)
        write_local(w, plan, place);
    else if (class == CLASS_MEMORY)
        write_fetch(w, plan);
    else if (plan->instr->op == OP_UNSET)
        write_declaration(w, plan);
}

/* ---- what a script has besides ---- */

static void add_count(Wide *wide, PcCount *to, const PcCount *from)
{
    to->warps += from->warps;
    to->lanes += from->lanes;
    to->divergent += from->divergent;
    if (!from->object)
        return;
    if (to->object && to->object != from->object)
        wide_give_up(wide);
    memory_count_add(&to->requests, &from->requests);
    to->turns += from->turns;
    to->object = from->object;
    to->reach = from->reach > to->reach ? from->reach : to->reach;
}

/* What was counted since the counts were cleared, to which those before are added. */
static void keep_counts(Writer *w, const WideScripts *scripts, const PcCount *before)
{
    Script *script = w->script;
    for (uint32_t pc = scripts->first; pc <= scripts->end; ++pc) {
        PcCount *count = &w->wide->counts[pc];
        if (count->warps)
            *ARENA_PUSH(w->arena, script->counts, script->count_count, script->count_capacity) =
                (ScriptCount){pc, *count};
        PcCount both = before[pc - scripts->first];
        add_count(w->wide, &both, count);
        *count = both;
    }
}

/* Loads that differ in where they start alone become one, with repeats; nothing is stored between
 * them, so their order is no matter. */
static bool join_logged(LoggedAccess *to, const LoggedAccess *from)
{
    LoggedAccess plain = *to;
    plain.repeats = 1;
    plain.step_bytes = 0;
    int64_t step = to->repeats == 1 ? from->start - to->start : to->step_bytes;
    if (interval_kind(&plain) != from->kind || step <= 0 ||
        from->start != to->start + step * (int64_t)to->repeats)
        return false;
    to->step_bytes = step;
    to->repeats++;
    return true;
}

static void keep_logged(Writer *w, int first)
{
    Script *script = w->script;
    int count;
    const LoggedAccess *logged = interval_logged(w->wide->intervals, &count);
    for (int i = first; i < count; ++i) {
        bool is_joined = false;
        for (int k = script->logged_count; k-- > 0 && !is_joined;)
            is_joined = join_logged(&script->logged[k], &logged[i]);
        if (!is_joined)
            *ARENA_PUSH(w->arena, script->logged, script->logged_count, script->logged_capacity) =
                logged[i];
    }
    for (int i = 0; i < script->logged_count; ++i)
        script->logged[i].kind = interval_kind(&script->logged[i]);
}

/* What registers and per-thread memory are in the end. */
static void keep_ends(Writer *w)
{
    Wide *wide = w->wide;
    Script *script = w->script;
    uint32_t slots = wide->program->slot_count, words = script_local_words(wide);
    bool *live = ARENA_ARRAY(w->arena, bool, slots + words + (uint32_t)script->value_count + 1);
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (w->values[slot] != TOUCH_WRITTEN)
            continue;
        const Value *value = &wide->values[slot];
        *ARENA_PUSH(w->arena, script->ends, script->end_count, script->end_capacity) =
            (ScriptValue){(int32_t)slot, *value};
        live[slot] = is_vector(value);
        live[slot + 1] |= is_vector(value) && slot + 1 < slots;
    }
    for (uint32_t word = 0; word < words; ++word) {
        if (w->locals[word] != TOUCH_WRITTEN)
            continue;
        int mask = wide->local_set[word];
        w->has_failed |= mask != MASK_ALL && mask != MASK_NONE_ACTIVE;
        *ARENA_PUSH(w->arena, script->sets, script->set_count, script->set_capacity) =
            (ScriptSet){word, mask};
        live[slots + word] = true;
    }
    script_shorten(wide, script, live);
}

static void write_script(Wide *wide, WideScripts *scripts, void (*step)(Wide *wide))
{
    Arena *arena = wide->table_arena;
    Script script = {.steps = wide->steps, .dispatches = wide->dispatches};
    Writer w = {.wide = wide, .arena = arena, .script = &script};
    uint32_t depth = wide->depth, span = scripts->end - scripts->first + 1;
    int logged;
    interval_logged(wide->intervals, &logged);
    w.values = ARENA_ARRAY(arena, uint8_t,
                           wide->program->slot_count + (uint32_t)wide->program->uniform_count + 1);
    w.locals = ARENA_ARRAY(arena, uint8_t, script_local_words(wide) + 1);
    PcCount *before = arena_copy(arena, &wide->counts[scripts->first], span * sizeof *before);
    memset(&wide->counts[scripts->first], 0, span * sizeof *before);
    wide->is_writing = true;
    while (!w.has_failed && wide->depth >= depth && wide->pc >= scripts->first &&
           wide->pc <= scripts->end)
        write_step(&w, step);
    wide->is_writing = false;
    w.has_failed |=
        wide->pc != scripts->end + 1 || wide->depth != depth - 1 || wide->active != MASK_ALL;
    keep_counts(&w, scripts, before);
    if (!w.has_failed) {
        script.steps = wide->steps - script.steps;
        script.dispatches = wide->dispatches - script.dispatches;
        keep_logged(&w, logged);
        keep_ends(&w);
    }
    scripts->written++;
    scripts->failed += w.has_failed;
    if (w.has_failed)
        return;
    scripts->scripts[scripts->next] = script;
    scripts->next = (scripts->next + 1) % SCRIPTS;
    scripts->count += scripts->count < SCRIPTS;
}

/* ---- running one ---- */

static bool begins_so(const Wide *wide, const Script *script)
{
    for (int i = 0; i < script->input_count; ++i) {
        const Value *now = &wide->values[script->inputs[i].index];
        const Value *then = &script->inputs[i].value;
        if (now->kind != then->kind || now->zero != then->zero ||
            (!is_vector(now) && (now->pattern != then->pattern || now->bits != then->bits)))
            return false;
    }
    for (int i = 0; i < script->need_count; ++i)
        if (wide->local_set[script->needs[i].word] != script->needs[i].mask)
            return false;
    return wide->steps + script->steps < wide->steps_limit &&
           wide->dispatches + script->dispatches < wide->dispatches_limit;
}

static void count_script(Wide *wide, const Script *script)
{
    for (int i = 0; i < script->count_count; ++i)
        add_count(wide, &wide->counts[script->counts[i].pc], &script->counts[i].count);
    wide->steps += script->steps;
    wide->dispatches += script->dispatches;
}

static void follow(Wide *wide, const WideScripts *scripts, const Script *script)
{
    count_script(wide, script);
    for (int i = 0; i < script->logged_count; ++i)
        interval_add(wide->intervals, &script->logged[i]);
    script_run(wide, script);
    for (int i = 0; i < script->end_count; ++i)
        wide->values[script->ends[i].index] = script->ends[i].value;
    for (int i = 0; i < script->set_count; ++i)
        wide->local_set[script->sets[i].word] = script->sets[i].mask;
    wide->depth--;
    wide->pc = scripts->end + 1;
}

bool wide_run_script(Wide *wide, WideScripts *scripts, void (*step)(Wide *wide))
{
    if (wide->active != MASK_ALL || wide->frames[wide->depth - 1].saved != MASK_ALL)
        return false;
    for (int i = 0; i < scripts->count; ++i)
        if (begins_so(wide, &scripts->scripts[i])) {
            follow(wide, scripts, &scripts->scripts[i]);
            return true;
        }
    if (scripts->written >= WRITTEN_MOST || scripts->failed >= FAILED_MOST)
        return false;
    write_script(wide, scripts, step);
    return true;
}
