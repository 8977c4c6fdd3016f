/* What a declaration without a value leaves unset. Every such declaration gets marks first; once
 * all code is there, the marks of registers that no instruction can read unset are taken out
 * again. A variable in per-thread memory is unset when the thread begins: only a declaration
 * that is passed again, in a loop, needs a mark. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"

enum { UNSET_LIMIT = 0x7f00, GUARD_LIMIT = 0xfff0 };

uint16_t emit_guard(Emitter *e, Operand condition, bool if_true)
{
    uint16_t outer = e->guard;
    if (e->guard_count >= GUARD_LIMIT)
        return outer;
    *ARENA_PUSH(e->arena, e->guards, e->guard_count, e->guard_capacity) =
        (Guard){condition, if_true, outer};
    e->guard = (uint16_t)e->guard_count;
    return outer;
}

static uint16_t first_of(const Emitter *e, Span span)
{
    for (int i = 0; i < e->unset_count; ++i)
        if (e->unsets[i].span.file == span.file && e->unsets[i].span.start == span.start)
            return (uint16_t)i;
    return (uint16_t)e->unset_count;
}

static void mark(Emitter *e, Unset unset)
{
    if (e->unset_count >= UNSET_LIMIT)
        return;
    *ARENA_PUSH(e->arena, e->unsets, e->unset_count, e->unset_capacity) = unset;
    emit(e, OP_UNSET, SCALAR_BOOL, unset.span)->imm = e->unset_count - 1;
}

/* Marks every scalar of the type on its own, numbered from *first on. */
static void mark_parts(Emitter *e, const Type *type, Unset unset, uint16_t *first)
{
    if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; ++i) {
            Unset part = unset;
            part.slot = operand_part(unset.slot, type, i);
            part.name = arena_printf(e->arena, "%s.%s", unset.name, type->fields[i].name);
            mark_parts(e, type->fields[i].type, part, first);
        }
        return;
    }
    unset.type = type_scalar_of(type);
    unset.first = (*first)++;
    mark(e, unset);
}

static bool is_repeated(const Emitter *e)
{
    for (int i = 0; i < e->frame_count; ++i)
        if (e->frames[i].kind == FRAME_LOOP)
            return true;
    return false;
}

void emit_unset(Emitter *e, const Decl *decl, const Lvalue *lvalue, Span span)
{
    bool is_struct = decl->type->kind == TYPE_STRUCT;
    Unset unset = {.name = decl->name, .slot = OPERAND_NONE, .span = span};
    uint16_t first = first_of(e, span);
    if (lvalue->in_register && decl->initial && !is_struct)
        return;
    if (lvalue->in_register) {
        unset.slot = lvalue->operand;
        mark_parts(e, decl->type, unset, &first);
    } else if (!decl->initial && is_repeated(e) && e->local_count > 0) {
        unset.local = (uint16_t)(e->local_count - 1);
        unset.first = first;
        mark(e, unset);
    }
}

/* ---- once all code is there ---- */

static bool is_kept(const UnsetFlow *flow, const Instr *instr)
{
    const Unset *unset = instr->op == OP_UNSET ? &flow->program.unsets[instr->imm] : NULL;
    if (!unset || unset->slot == OPERAND_NONE)
        return true;
    return flow->is_needed[unset->slot] ||
           flow->is_needed[unset->slot + register_words(unset->type) - 1];
}

/* Takes the marks out that are not kept (is_kept); pcs count anew, in all tables too. */
static void take_out(Emitter *e, const UnsetFlow *flow)
{
    uint32_t *now = ARENA_ARRAY(e->arena, uint32_t, flow->program.code_count + 1), count = 0;
    for (uint32_t pc = 0; pc < flow->program.code_count; ++pc) {
        now[pc] = count;
        if (is_kept(flow, &e->code[pc]))
            e->code[count++] = e->code[pc];
    }
    now[flow->program.code_count] = count;
    for (int i = 0; i < e->variable_count; ++i) {
        e->variables[i].first_pc = now[e->variables[i].first_pc];
        e->variables[i].end_pc = now[e->variables[i].end_pc];
    }
    for (int i = 0; i < e->local_count; ++i) {
        LocalVariable *local = &e->locals[i];
        local->first_pc = now[local->first_pc];
        local->end_pc = local->end_pc == UINT32_MAX ? local->end_pc : now[local->end_pc];
    }
    for (int i = 0; i < e->mention_count; ++i) {
        e->mentions[i].first_pc = now[e->mentions[i].first_pc];
        e->mentions[i].end_pc = now[e->mentions[i].end_pc];
    }
    for (int i = 0; i < e->formula_count; ++i)
        e->formulas[i].pc = now[e->formulas[i].pc];
    e->code_count = (int)count;
}

static void number_watches(Emitter *e, const UnsetFlow *flow, Program *program)
{
    uint16_t *watches = ARENA_ARRAY(e->arena, uint16_t, flow->program.slot_count + 1);
    for (uint32_t slot = 0; slot < flow->program.slot_count; ++slot)
        if (flow->is_needed[slot])
            watches[slot] = (uint16_t)++program->watch_count;
    if (program->watch_count)
        program->watches = watches;
}

static void flag_writers(Emitter *e, const UnsetFlow *flow)
{
    for (int pc = 0; pc < e->code_count; ++pc) {
        Instr *instr = &e->code[pc];
        for (uint32_t i = 0; i < instr_written_words(instr); ++i)
            if (flow->is_needed[instr->dst + i])
                instr->flags |= INSTR_SETS;
        bool is_move = instr->op == OP_MOV && OPERAND_IS_REGISTER(instr->a);
        if (instr->flags & INSTR_SETS && is_move && flow->is_candidate[instr->a])
            instr->flags |= INSTR_COPY;
        if (opcode_info[instr->op].class == CLASS_VALUE &&
            !(instr->flags & (INSTR_WATCHED | INSTR_RANGE)))
            instr->target = 0;
    }
}

void watch_code(Emitter *e, Program *program)
{
    UnsetFlow flow = {.program = *program, .code = e->code};
    flow.program.code = e->code;
    flow.program.code_count = (uint32_t)e->code_count;
    flow.program.unsets = e->unsets;
    flow.is_candidate = ARENA_ARRAY(e->arena, bool, e->slot_count + 2);
    flow.is_needed = ARENA_ARRAY(e->arena, bool, e->slot_count + 2);
    for (int i = 0; i < e->unset_count; ++i)
        for (uint32_t word = 0;
             e->unsets[i].slot != OPERAND_NONE && word < register_words(e->unsets[i].type); ++word)
            flow.is_candidate[e->unsets[i].slot + word] = true;
    if (e->unset_count)
        unset_flow(e->arena, &flow);
    take_out(e, &flow);
    number_watches(e, &flow, program);
    flag_writers(e, &flow);
    program->unsets = e->unsets;
    program->unset_count = e->unset_count;
    program->guards = e->guards;
    program->guard_count = e->guard_count;
}
