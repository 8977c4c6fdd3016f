/* Calls: helper functions are inlined, everything else is one instruction. A function whose only
 * return is its last statement needs no frame: its value is used where it was computed. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"
#include "lang/tree/kinds.h"

#include <string.h>

enum { CALL_LIMIT = 250 }; /* calls inside each other */

static void bind_value(Emitter *e, const Function *function, const Decl *decl, const Node *argument)
{
    Origin origin = {0};
    if (decl->type->kind == TYPE_POINTER)
        origin = origin_of(e, argument);
    if (decl->needs_address || !type_in_registers(decl->type)) {
        Operand value = emit_value(e, argument, WANT_NOTHING);
        Lvalue lvalue = emit_local(e, decl);
        emit_store(e, &lvalue, value, argument->span);
        emit_bind(e, decl, lvalue, origin);
        return;
    }
    Lvalue lvalue = {true, OPERAND_NONE, {0}, decl->type};
    if (decl->is_assigned || function->has_references) {
        lvalue.operand = emit_slots(e, type_slots(decl->type));
        emit_into(e, argument, lvalue.operand, true);
    } else
        lvalue.operand = emit_value(e, argument, WANT_NOTHING);
    emit_bind(e, decl, lvalue, origin);
}

static void bind_reference(Emitter *e, const Decl *decl, const Node *argument)
{
    Origin origin = {0};
    if (decl->type->kind == TYPE_POINTER)
        origin = origin_of(e, argument);
    Lvalue lvalue = emit_pinned(e, emit_lvalue(e, argument), argument->span);
    emit_bind(e, decl, lvalue, origin);
}

static void bind_argument(Emitter *e, const Function *function, const Decl *decl,
                          const Node *argument)
{
    if (type_is_group(decl->type)) /* no bytes: the type says it all */
        return;
    if (decl->is_reference && argument->is_lvalue)
        bind_reference(e, decl, argument);
    else
        bind_value(e, function, decl, argument);
}

/* All arguments are computed before any parameter gets its home, for in f(f(x)) the inner call uses
 * the same parameters as the outer one. */
static void bind_arguments(Emitter *e, const Node *node)
{
    const Function *function = node->function;
    Home *homes = ARENA_ARRAY(e->arena, Home, node->item_count + 1);
    for (int i = 0; i < node->item_count; ++i) {
        const Decl *decl = function->parameters[i];
        Home before = e->homes[decl->number];
        bind_argument(e, function, decl, node->items[i]);
        homes[i] = e->homes[decl->number];
        e->homes[decl->number] = before;
    }
    for (int i = 0; i < node->item_count; ++i) {
        const Decl *decl = function->parameters[i];
        e->homes[decl->number] = homes[i];
        if (*decl->name && decl->span.file == 0 && !type_is_group(decl->type))
            e->homes[decl->number].variable = describe_variable(e, decl, &homes[i].lvalue);
    }
}

/* The closing brace of a function that returns a value, where its end can be come to: those who
 * come there have returned none. */
static void emit_end(Emitter *e, const Function *function)
{
    Span body = function->body->span;
    if (function->result->kind == TYPE_VOID || !function_may_fall_off(function))
        return;
    *ARENA_PUSH(e->arena, e->texts, e->text_count, e->text_capacity) = function->name;
    Span brace = {body.file, body.start + (body.length ? body.length - 1 : 0), 1};
    emit(e, OP_FALL_OFF, SCALAR_BOOL, brace)->imm = e->text_count - 1;
}

/* Emits the body of the called function. lvalue is where a returned reference is put; NULL if the
 * function returns none. */
static Operand emit_inlined(Emitter *e, const Node *node, Want want, Lvalue *lvalue)
{
    const Function *function = node->function;
    const Stmt *tail = function_tail(function);
    int first_variable = e->variable_count, first_mention = e->mention_count;
    int first_local = e->local_count;
    Inline call = {.outer = e->inlined,
                   .function = function,
                   .depth = e->inlined->depth + 1,
                   .first_pc = (uint32_t)e->code_count,
                   .has_scope = function_returns_early(function),
                   .first_end = e->end_count,
                   .tail = tail,
                   .result = OPERAND_NONE,
                   .tail_value = OPERAND_NONE,
                   .want = want,
                   .lvalue = lvalue};
    if (call.depth > CALL_LIMIT)
        emit_full(e, "too many instructions after inlining");
    if (e->is_full)
        return emit_constant(e, SCALAR_U64, 0);
    bool has_value = function->result->kind != TYPE_VOID && !function->returns_reference;
    if (has_value && (call.has_scope || !tail))
        call.result = want.slot != OPERAND_NONE && want.is_fresh
                          ? want.slot
                          : emit_slots(e, type_slots(function->result));
    e->inlined = &call;
    (void)emit_line(e, node->span);
    bind_arguments(e, node);
    if (call.has_scope) {
        emit(e, OP_SCOPE, SCALAR_BOOL, node->span);
        emit_frame_open(e, FRAME_INLINE);
    }
    emit_statements(e, function->body->body);
    emit_end(e, function);
    emit_ends(e, call.first_end);
    e->end_count = call.first_end;
    if (call.has_scope) {
        emit(e, OP_SCOPE_END, SCALAR_BOOL, node->span);
        emit_frame_close(e);
    }
    describe_scope_end(e, first_variable);
    emit_locals_end(e, first_local);
    describe_function_end(e, first_mention);
    e->inlined = call.outer;
    return call.result != OPERAND_NONE ? call.result : call.tail_value;
}

Operand emit_call(Emitter *e, const Node *node, Want want)
{
    if (!node->function->returns_reference)
        return emit_inlined(e, node, want, NULL);
    Lvalue lvalue = emit_call_lvalue(e, node);
    return emit_load(e, &lvalue, want, node->span);
}

/* Where nothing is returned, as when the return is switched off, the reference leads to no
 * array. */
Lvalue emit_call_lvalue(Emitter *e, const Node *node)
{
    Address nowhere = address_at(emit_constant(e, SCALAR_U64, 0), (Origin){true, SPACE_GENERIC});
    Lvalue lvalue = {false, OPERAND_NONE, nowhere, node->type};
    emit_inlined(e, node, WANT_NOTHING, &lvalue);
    return lvalue;
}

void emit_return(Emitter *e, const Stmt *stmt)
{
    Inline *call = e->inlined;
    describe_names(e, stmt->expr);
    if (call->function->is_kernel) {
        emit_ends(e, call->first_end);
        if (stmt != call->tail)
            emit(e, OP_EXIT, SCALAR_BOOL, stmt->span);
        return;
    }
    if (stmt->expr && call->function->returns_reference) {
        Lvalue lvalue = emit_lvalue(e, stmt->expr);
        *call->lvalue = emit_pinned(e, lvalue, stmt->span);
    } else if (stmt->expr && stmt->expr->type->kind == TYPE_VOID)
        emit_effect(e, stmt->expr);
    else if (stmt->expr && call->result == OPERAND_NONE && e->end_count > call->first_end) {
        call->tail_value =
            emit_slots(e, type_slots(stmt->expr->type)); /* what ends may change it */
        emit_into(e, stmt->expr, call->tail_value, true);
    } else if (stmt->expr && call->result == OPERAND_NONE)
        call->tail_value = emit_value(e, stmt->expr, call->want);
    else if (stmt->expr)
        emit_into(e, stmt->expr, call->result, true);
    emit_ends(e, call->first_end);
    if (stmt == call->tail) /* nothing is done behind it */
        e->end_count = call->first_end;
    if (stmt != call->tail) {
        int above = emit_frames_above(e, FRAME_INLINE, FRAME_INLINE);
        emit(e, OP_LEAVE, SCALAR_BOOL, stmt->span)->imm = above;
    }
}

/* Operations. */

ScalarType operation_type(const Node *node)
{
    if (node->item_count && node->op == OP_MATH)
        return type_scalar_of(node->items[0]->type);
    if (node->item_count && opcode_is_comparison(node->op))
        return type_scalar_of(node->items[0]->type);
    return type_scalar_of(node->type);
}

/* SHUFFLE, VOTE, WARP_SYNC: who takes part is said by the item behind the operands, if there is
 * one, or by the tile. */
static Operand mask_operand(Emitter *e, const Node *node, int operands)
{
    return node->item_count > operands ? emit_value(e, node->items[operands], WANT_NOTHING)
                                       : OPERAND_NONE;
}

static void sync_operation(Emitter *e, const Node *node)
{
    Operand mask = node->is_off ? OPERAND_NONE : mask_operand(e, node, 0);
    Instr *instr = emit(e, (Opcode)node->op, SCALAR_BOOL, node->span);
    instr->flags = node->is_off ? INSTR_REMOVED : 0;
    instr->mask = mask;
    instr->tile = node->tile;
    if (node->op == OP_BARRIER)
        instr->imm = node->imm;
}

static Operand value_operation(Emitter *e, const Node *node, Want want)
{
    int operands = node->op == OP_VOTE ? 1 : 3;
    Operand items[3] = {OPERAND_NONE, OPERAND_NONE, OPERAND_NONE};
    for (int i = 0; i < node->item_count && i < operands; ++i)
        items[i] = emit_value(e, node->items[i], WANT_NOTHING);
    Operand mask = mask_operand(e, node, operands);
    if (node->op == OP_NE && node->item_count == 1) /* isnan: x != x */
        items[1] = items[0];
    Operand dst = emit_wanted(e, want, type_scalar_of(node->type));
    Instr *instr = emit(e, (Opcode)node->op, operation_type(node), node->span);
    instr->dst = dst;
    instr->a = items[0];
    instr->b = items[1];
    instr->c = items[2];
    instr->mask = mask;
    instr->tile = node->tile;
    instr->imm = node->imm;
    instr->rounding = node->rounding;
    if (node->op == OP_BITS || node->op == OP_CONVERT || node->op == OP_TO_SHARED ||
        node->op == OP_OF_SHARED)
        instr->type2 = (uint8_t)type_scalar_of(node->items[0]->type);
    if (node->op == OP_VOTE)
        instr->type = (uint8_t)(vote_takes_value(node->imm) ? type_scalar_of(node->items[0]->type)
                                                            : SCALAR_U32);
    return dst;
}

/* __syncthreads_or and its kin: a barrier where each thread votes, then what came of it. */
static Operand block_vote(Emitter *e, const Node *node, Want want)
{
    Operand predicate = emit_value(e, node->items[0], WANT_NOTHING);
    emit(e, OP_BARRIER, SCALAR_BOOL, node->span)->a = predicate;
    Operand dst = emit_wanted(e, want, SCALAR_I32);
    Instr *instr = emit(e, OP_VOTE, SCALAR_U32, node->span);
    instr->dst = dst;
    instr->imm = node->imm;
    return dst;
}

/* atomicCAS takes its two values from neighbouring slots. */
static Operand atomic_values(Emitter *e, const Node *node)
{
    if ((node->imm & ~ATOMIC_OF_BLOCK) != ATOMIC_CAS)
        return emit_value(e, node->items[1], WANT_NOTHING);
    uint32_t each = type_slots(node->type);
    Operand first = emit_slots(e, 2 * each);
    emit_into(e, node->items[1], first, true);
    emit_into(e, node->items[2], (Operand)(first + each), true);
    return first;
}

static Operand atomic_operation(Emitter *e, const Node *node, Want want)
{
    Operand value = atomic_values(e, node);
    Address address = emit_pointer(e, node->items[0]);
    int64_t limit = INT32_MAX;
    if (address.displacement > limit || address.displacement < -limit)
        emit_address_value(e, &address, WANT_NOTHING, node->span);
    ScalarType type = type_scalar_of(node->type);
    Operand dst = emit_wanted(e, want, type);
    Instr *instr = emit(e, OP_ATOMIC, type, node->span);
    instr->atomic = (uint8_t)(node->imm & ~ATOMIC_OF_BLOCK);
    instr->flags |= node->imm & ATOMIC_OF_BLOCK ? INSTR_OF_BLOCK : 0;
    instr->dst = dst;
    instr->a = address.base;
    instr->b = address.index;
    instr->c = value;
    instr->type2 = (uint8_t)address.index_type;
    instr->scale_bytes = address.index == OPERAND_NONE ? 0 : address.scale_bytes;
    instr->imm = (int32_t)address.displacement;
    instr->space = address.origin.space;
    emit_limited(instr, &address);
    describe_access(e, &address, false);
    describe_access(e, &address, true);
    return dst;
}

static Operand print_operation(Emitter *e, const Node *node)
{
    Operand *operands = ARENA_ARRAY(e->arena, Operand, node->item_count + 1);
    ScalarType *types = ARENA_ARRAY(e->arena, ScalarType, node->item_count + 1);
    for (int i = 0; i < node->item_count; ++i) {
        operands[i] = emit_value(e, node->items[i], WANT_NOTHING);
        bool is_text = node->items[i]->kind == NODE_TEXT;
        types[i] = is_text ? SCALAR_U64 : type_scalar_of(node->items[i]->type);
    }
    *ARENA_PUSH(e->arena, e->prints, e->print_count, e->print_capacity) =
        (PrintCall){node->text, operands, types, node->item_count};
    emit(e, OP_PRINT, SCALAR_BOOL, node->span)->imm = e->print_count - 1;
    return emit_constant(e, SCALAR_I32, (uint64_t)node->item_count);
}

static void assert_operation(Emitter *e, const Node *node)
{
    Operand condition = emit_value(e, node->items[0], WANT_NOTHING);
    *ARENA_PUSH(e->arena, e->texts, e->text_count, e->text_capacity) = node->text;
    Instr *instr = emit(e, OP_ASSERT, SCALAR_BOOL, node->span);
    instr->a = condition;
    instr->imm = e->text_count - 1;
}

static void copy_wait_operation(Emitter *e, const Node *node)
{
    Operand groups = emit_value(e, node->items[0], WANT_NOTHING);
    emit(e, OP_COPY_WAIT, SCALAR_U32, node->span)->a = groups;
}

static Operand mbarrier_operation(Emitter *e, const Node *node, Want want)
{
    Operand address = emit_value(e, node->items[0], WANT_NOTHING);
    Operand number = emit_value(e, node->items[1], WANT_NOTHING);
    Operand dst = node->type->kind == TYPE_VOID ? emit_slots(e, 2) /* what waits is asked again */
                                                : emit_wanted(e, want, SCALAR_U64);
    Instr *instr = emit(e, OP_MBARRIER, SCALAR_U64, node->span);
    instr->dst = dst;
    instr->a = address;
    instr->b = number;
    instr->imm = node->imm;
    return dst;
}

/* A MATRIX that reads from slots. */
static Operand hand_out(Emitter *e, int32_t move, Operand from, Operand dst, Span span)
{
    Instr *instr = emit(e, OP_MATRIX, SCALAR_U32, span);
    instr->dst = dst;
    instr->a = from;
    instr->imm = move;
    instr->tile = 32;
    return dst;
}

/* Slots for a result of several; those that are wanted if nobody reads them before. */
static Operand slots_for(Emitter *e, const Type *type, Want want)
{
    bool is_fit = want.slot != OPERAND_NONE && want.is_fresh;
    return is_fit ? want.slot : emit_slots(e, type_slots(type));
}

/* stmatrix: the rows are put together from what lanes hold, and each is stored by the lane that has
 * its address. */
static Operand store_matrices(Emitter *e, const Node *node)
{
    uint32_t count = matrix_count(node->imm);
    Operand from = emit_slots(e, count), rows = emit_slots(e, 4);
    for (uint32_t i = 0; i < count; ++i)
        emit_into(e, node->items[1 + i], (Operand)(from + i), true);
    hand_out(e, node->imm, from, rows, node->span);
    emit_store_rows(e, node->items[0], (uint8_t)(8 * count), rows, node->span);
    return OPERAND_NONE;
}

/* ldmatrix: the rows are loaded, each by the lane that has its address, and handed out. A
 * movmatrix: the rows are put together from what lanes hold, and handed out as columns. */
static Operand matrix_operation(Emitter *e, const Node *node, Want want)
{
    if (node->type->kind == TYPE_VOID)
        return store_matrices(e, node);
    Operand rows = emit_slots(e, 4);
    if (node->imm & MATRIX_TO_ROWS) {
        Operand from = emit_slots(e, 1);
        emit_into(e, node->items[0], from, true);
        hand_out(e, node->imm, from, rows, node->span);
        return hand_out(e, 1 | MATRIX_TRANSPOSED, rows, slots_for(e, node->type, want), node->span);
    }
    emit_rows(e, node->items[0], (uint8_t)(8 * matrix_count(node->imm)), rows, node->span);
    return hand_out(e, node->imm, rows, slots_for(e, node->type, want), node->span);
}

static Operand mma_operation(Emitter *e, const Node *node, Want want)
{
    const MmaInfo *mma = &mma_info[node->imm & ~MMA_SATURATES];
    const uint32_t counts[] = {mma->a_words, mma->b_words, mma->c_words};
    Operand first[3];
    for (int operand = 0, item = 0; operand < 3; ++operand) {
        first[operand] = emit_slots(e, counts[operand]);
        for (uint32_t i = 0; i < counts[operand]; ++i)
            emit_into(e, node->items[item++], (Operand)(first[operand] + i), true);
    }
    Operand dst = slots_for(e, node->type, want);
    Instr *instr =
        emit(e, OP_MMA, mma->cd == SCALAR_F16 ? SCALAR_U32 : (ScalarType)mma->cd, node->span);
    instr->dst = dst;
    instr->a = first[0];
    instr->b = first[1];
    instr->c = first[2];
    instr->imm = node->imm;
    instr->tile = 32;
    return dst;
}

Operand emit_operation(Emitter *e, const Node *node, Want want)
{
    switch (node->op) {
    case OP_ATOMIC: return atomic_operation(e, node, want);
    case OP_STORE: emit_copy(e, node); return OPERAND_NONE;
    case OP_COPY_COMMIT: emit(e, OP_COPY_COMMIT, SCALAR_BOOL, node->span); return OPERAND_NONE;
    case OP_COPY_WAIT: copy_wait_operation(e, node); return OPERAND_NONE;
    case OP_MBARRIER: return mbarrier_operation(e, node, want);
    case OP_PRINT: return print_operation(e, node);
    case OP_MATRIX: return matrix_operation(e, node, want);
    case OP_MMA: return mma_operation(e, node, want);
    case OP_ASSERT: assert_operation(e, node); return OPERAND_NONE;
    case OP_BARRIER:
    case OP_WARP_SYNC: sync_operation(e, node); return OPERAND_NONE;
    case OP_FENCE: emit(e, OP_FENCE, SCALAR_BOOL, node->span)->imm = node->imm; return OPERAND_NONE;
    case OP_VOTE:
        if (node->imm >= VOTE_BLOCK_COUNT)
            return block_vote(e, node, want);
        return value_operation(e, node, want);
    default: return value_operation(e, node, want);
    }
}
