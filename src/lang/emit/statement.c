/* Statements: frames for control flow, slots for variables. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

static void emit_statement(Emitter *e, const Stmt *stmt);

void emit_bind(Emitter *e, const Decl *decl, Lvalue lvalue, Origin origin)
{
    Home *home = &e->homes[decl->number];
    *home = (Home){true, lvalue, origin, -1};
}

enum {
    LOCAL_BYTES_LIMIT = 512 * 1024,
    LOCAL_LIMIT = 255
}; /* bytes: what a device gives a thread */

/* A new variable in per-thread memory. */
Lvalue emit_local(Emitter *e, const Decl *decl)
{
    const Type *type = decl->type;
    uint32_t align = type->align_bytes > 0 ? type->align_bytes : 1;
    if (align < (uint32_t)decl->align_bytes)
        align = (uint32_t)decl->align_bytes;
    if (type->kind == TYPE_ARRAY && align < 16 && type->size_bytes >= 16)
        align = 16; /* so that float4 copies of arrays work, as compilers see to */
    uint32_t at = (e->local_bytes + align - 1) / align * align;
    if (e->local_count >= LOCAL_LIMIT || (uint64_t)at + type->size_bytes > LOCAL_BYTES_LIMIT)
        emit_full(e, "too many variables in per-thread memory after inlining");
    else {
        *ARENA_PUSH(e->arena, e->locals, e->local_count, e->local_capacity) =
            (LocalVariable){decl->name,
                            type,
                            at,
                            decl->span,
                            (uint32_t)e->code_count,
                            decl->is_reference ? UINT32_MAX : 0};
        e->local_bytes = at + type->size_bytes;
    }
    Operand base = emit_uniform(e, UNIFORM_LOCAL_BASE, SCALAR_U64, e->local_count - 1, 0, 0);
    Origin origin = {true, SPACE_LOCAL, decl->is_volatile, false, 0};
    return (Lvalue){false, OPERAND_NONE, address_at(base, origin), type};
}

void emit_locals_end(Emitter *e, int first)
{
    for (int i = first; i < e->local_count; ++i)
        if (!e->locals[i].end_pc)
            e->locals[i].end_pc = (uint32_t)e->code_count;
}

enum { UNROLLED_STORES = 64 };

static bool is_zero(const Node *node)
{
    if (!node)
        return true;
    if (node->kind == NODE_LIST || node->kind == NODE_CONSTRUCT) {
        for (int i = 0; i < node->item_count; ++i)
            if (!is_zero(node->items[i]))
                return false;
        return true;
    }
    return node->is_constant && node->value == 0;
}

static void store_element(Emitter *e, const Lvalue *lvalue, ScalarType type, Operand index,
                          uint32_t scale_bytes, int64_t displacement, Span span)
{
    Instr *instr = emit(e, OP_STORE, type, span);
    instr->a = lvalue->address.base;
    instr->b = index;
    instr->type2 = SCALAR_I32;
    instr->scale_bytes = scale_bytes;
    instr->imm = (int32_t)displacement;
    instr->space = lvalue->address.origin.space;
    instr->c = emit_constant(e, type, 0);
}

static void zero_loop(Emitter *e, const Lvalue *lvalue, ScalarType type, uint32_t count, Span span)
{
    uint32_t size = scalar_size_bytes(type);
    Operand index = emit_move(e, SCALAR_I32, emit_constant(e, SCALAR_I32, 0), WANT_NOTHING, span);
    emit(e, OP_LOOP, SCALAR_BOOL, span);
    emit_frame_open(e, FRAME_LOOP);
    Operand more = emit_binary(e, OP_LT, SCALAR_I32, index, emit_constant(e, SCALAR_I32, count),
                               WANT_NOTHING, span);
    emit(e, OP_LOOP_TEST, SCALAR_BOOL, span)->a = more;
    store_element(e, lvalue, type, index, size, lvalue->address.displacement, span);
    emit_binary(e, OP_ADD, SCALAR_I32, index, emit_constant(e, SCALAR_I32, 1), (Want){index, false},
                span);
    emit(e, OP_LOOP_BACK, SCALAR_BOOL, span);
    emit(e, OP_LOOP_END, SCALAR_BOOL, span);
    emit_frame_close(e);
}

/* Zeros for the scalars of type, one by one or, where they are many, in a loop. */
static void store_zeros(Emitter *e, const Lvalue *lvalue, const Type *type, Span span)
{
    const Type *scalar = type;
    while (scalar->kind == TYPE_ARRAY)
        scalar = scalar->element;
    if (scalar->kind != TYPE_STRUCT && type->size_bytes / scalar->size_bytes > UNROLLED_STORES) {
        zero_loop(e, lvalue, type_scalar_of(scalar), type->size_bytes / scalar->size_bytes, span);
        return;
    }
    if (type->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < type->length && !e->is_full; ++i) {
            Lvalue part = lvalue_part(lvalue, type->element, i * type->element->size_bytes);
            store_zeros(e, &part, type->element, span);
        }
        return;
    }
    Leaf *leaves;
    int count = type_leaves(e->arena, type, &leaves);
    for (int i = 0; i < count; ++i)
        store_element(e, lvalue, leaves[i].type, OPERAND_NONE, 0,
                      lvalue->address.displacement + leaves[i].offset_bytes, span);
}

/* Puts a variable's initial value where the variable lives; initial NULL, and what a list leaves
 * out, is zeros. */
static void emit_initial_store(Emitter *e, const Lvalue *lvalue, const Node *initial, Span span);

static void store_items(Emitter *e, const Lvalue *lvalue, const Node *list, Span span)
{
    const Type *type = lvalue->type;
    uint32_t count = type->kind == TYPE_ARRAY ? type->length : (uint32_t)type->field_count;
    for (uint32_t i = 0; i < count && !e->is_full; ++i) {
        const Type *inner = type->kind == TYPE_ARRAY ? type->element : type->fields[i].type;
        uint32_t at =
            type->kind == TYPE_ARRAY ? i * inner->size_bytes : type->fields[i].offset_bytes;
        const Node *item = i < (uint32_t)list->item_count ? list->items[i] : NULL;
        if (type->is_union && !item)
            continue;
        Lvalue part = lvalue_part(lvalue, inner, at);
        emit_initial_store(e, &part, item, span);
    }
}

static void emit_initial_store(Emitter *e, const Lvalue *lvalue, const Node *initial, Span span)
{
    bool is_parted = initial && (initial->kind == NODE_LIST || (initial->kind == NODE_CONSTRUCT &&
                                                                !type_in_registers(lvalue->type)));
    if (is_parted && lvalue->type->is_union)
        store_zeros(e, lvalue, lvalue->type, span);
    if (is_zero(initial))
        store_zeros(e, lvalue, lvalue->type, span);
    else if (is_parted)
        store_items(e, lvalue, initial, span);
    else
        emit_store(e, lvalue, emit_value(e, initial, WANT_NOTHING), initial->span);
}

static void declare_reference(Emitter *e, const Decl *decl)
{
    Origin origin = {0};
    if (decl->type->kind == TYPE_POINTER)
        origin = origin_of(e, decl->initial);
    Lvalue lvalue = emit_pinned(e, emit_lvalue(e, decl->initial), decl->span);
    emit_bind(e, decl, lvalue, origin);
}

static void declare_in_registers(Emitter *e, const Decl *decl, const Stmt *stmt)
{
    Lvalue lvalue = {true, emit_slots(e, type_slots(decl->type)), {0}, decl->type};
    uint32_t above = e->next_slot;
    emit_bind(e, decl, lvalue, (Origin){0});
    emit_unset(e, decl, &lvalue, decl->span);
    if (decl->initial) {
        int before = e->code_count;
        emit_into(e, decl->initial, lvalue.operand, true);
        if (e->code_count == before + 1) /* one instruction: it is the whole declaration */
            e->code[before].span = stmt->span;
    }
    e->next_slot = above;
}

static void emit_declare(Emitter *e, const Stmt *stmt)
{
    const Decl *decl = stmt->decl;
    Home *home = &e->homes[decl->number];
    if (type_is_group(decl->type))
        return;
    describe_names(e, decl->initial);
    if (decl->is_constant) {
        Operand value = emit_constant(e, decl->type->scalar, decl->value);
        emit_bind(e, decl, (Lvalue){true, value, {0}, decl->type}, (Origin){0});
    }
    bool in_memory = decl->needs_address || !type_in_registers(decl->type);
    if (decl->is_reference)
        declare_reference(e, decl);
    else if (in_memory) {
        Lvalue lvalue = emit_local(e, decl);
        uint32_t mark = e->next_slot;
        emit_bind(e, decl, lvalue, (Origin){0});
        emit_unset(e, decl, &lvalue, decl->span);
        if (decl->initial)
            emit_initial_store(e, &lvalue, decl->initial, stmt->span);
        e->next_slot = mark;
    } else if (!decl->is_constant)
        declare_in_registers(e, decl, stmt);
    home->variable = *decl->name ? describe_variable(e, decl, &home->lvalue) : -1;
    if (decl->initial && !decl->is_constant)
        describe_assignment(e, decl, decl->initial);
    if (stmt->end)
        *ARENA_PUSH(e->arena, e->ends, e->end_count, e->end_capacity) = stmt->end;
}

/* A statement's own variables, and the slots of its temporaries, end with it. */
typedef struct Scope {
    uint32_t next_slot;
    int first_variable, first_local, first_end;
} Scope;

static Scope open_scope(const Emitter *e)
{
    return (Scope){e->next_slot, e->variable_count, e->local_count, e->end_count};
}

void emit_ends(Emitter *e, int first)
{
    uint32_t mark = e->next_slot;
    for (int i = e->end_count - 1; i >= first; --i)
        emit_effect(e, e->ends[i]);
    e->next_slot = mark;
}

static void close_scope(Emitter *e, Scope scope)
{
    emit_ends(e, scope.first_end);
    if (e->end_count > scope.first_end)
        e->end_count = scope.first_end;
    e->next_slot = scope.next_slot;
    describe_scope_end(e, scope.first_variable);
    emit_locals_end(e, scope.first_local);
}

static void emit_body(Emitter *e, const Stmt *body)
{
    Scope scope = open_scope(e);
    emit_statements(e, body);
    close_scope(e, scope);
}

static void emit_if(Emitter *e, const Stmt *stmt)
{
    describe_names(e, stmt->expr);
    if (stmt->is_off || stmt->expr->is_constant) {
        bool is_true = stmt->is_off || stmt->expr->value;
        describe_left_out(e, is_true ? stmt->other : stmt->body);
        emit_body(e, is_true ? stmt->body : stmt->other);
        return;
    }
    Operand condition = emit_value(e, stmt->expr, WANT_NOTHING);
    Instr *instr = emit(e, OP_IF, SCALAR_BOOL, stmt->head);
    instr->a = condition;
    instr->flags = INSTR_GUARD; /* taken back where the body touches no memory */
    emit_frame_open(e, FRAME_IF);
    emit_body(e, stmt->body);
    if (stmt->other && stmt->other->kind != STMT_EMPTY) {
        emit(e, OP_ELSE, SCALAR_BOOL, stmt->other->span);
        emit_body(e, stmt->other);
    }
    emit(e, OP_ENDIF, SCALAR_BOOL, stmt->head);
    emit_frame_close(e);
}

static void emit_test(Emitter *e, const Stmt *stmt)
{
    uint32_t mark = e->next_slot;
    describe_names(e, stmt->expr);
    bool is_always = !stmt->expr || (stmt->expr->is_constant && stmt->expr->value);
    if (is_always)
        return;
    Operand condition = emit_value(e, stmt->expr, WANT_NOTHING);
    emit(e, OP_LOOP_TEST, SCALAR_BOOL, stmt->expr->span)->a = condition;
    e->next_slot = mark;
}

static void emit_step(Emitter *e, const Stmt *stmt)
{
    uint32_t mark = e->next_slot;
    describe_names(e, stmt->step);
    if (stmt->step)
        emit_effect(e, stmt->step);
    e->next_slot = mark;
}

static void emit_loop(Emitter *e, const Stmt *stmt)
{
    Scope scope = open_scope(e);
    emit_statements(e, stmt->init);
    emit(e, OP_LOOP, SCALAR_BOOL, stmt->head);
    emit_frame_open(e, FRAME_LOOP);
    int frame = e->frame_count - 1;
    if (!stmt->is_do)
        emit_test(e, stmt);
    emit_body(e, stmt->body);
    if (e->frames[frame].continues)
        emit(e, OP_LOOP_NEXT, SCALAR_BOOL, stmt->head);
    emit_step(e, stmt);
    if (stmt->is_do)
        emit_test(e, stmt);
    emit(e, OP_LOOP_BACK, SCALAR_BOOL, stmt->head);
    emit(e, OP_LOOP_END, SCALAR_BOOL, stmt->head);
    emit_frame_close(e);
    close_scope(e, scope);
}

/* switch: every run of statements under one or more labels is an if; matched says that a label
 * was met before and no break since. */
typedef struct Switch {
    const Stmt *stmt;
    Operand value, matched, others; /* others: no case fits */
    bool falls;                     /* the run before goes on into the next */
} Switch;

static Operand equals(Emitter *e, const Switch *s, const Stmt *label)
{
    ScalarType type = s->stmt->expr->type->scalar;
    uint64_t wanted = constant_convert(type, label->expr->type->scalar, label->expr->value);
    return emit_binary(e, OP_EQ, type, s->value, emit_constant(e, type, wanted), WANT_NOTHING,
                       label->span);
}

static Operand any_of(Emitter *e, Operand a, Operand b, Span span)
{
    return a == OPERAND_NONE ? b : emit_binary(e, OP_OR, SCALAR_BOOL, a, b, WANT_NOTHING, span);
}

static void find_others(Emitter *e, Switch *s)
{
    Operand any = OPERAND_NONE;
    bool has_default = false;
    for (const Stmt *stmt = s->stmt->body->body; stmt; stmt = stmt->next)
        has_default |= stmt->kind == STMT_CASE && !stmt->expr;
    for (const Stmt *stmt = s->stmt->body->body; stmt && has_default; stmt = stmt->next)
        if (stmt->kind == STMT_CASE && stmt->expr)
            any = any_of(e, any, equals(e, s, stmt), stmt->span);
    if (!has_default)
        return;
    if (any == OPERAND_NONE) {
        s->others = emit_constant(e, SCALAR_BOOL, 1);
        return;
    }
    s->others = emit_scalar_slot(e, SCALAR_BOOL);
    Instr *instr = emit(e, OP_NOT, SCALAR_BOOL, s->stmt->head);
    instr->dst = s->others;
    instr->a = any;
}

static bool is_jump(const Stmt *stmt)
{
    return stmt->kind == STMT_BREAK || stmt->kind == STMT_CONTINUE || stmt->kind == STMT_RETURN;
}

/* Emits the labels that begin at stmt and the run of statements under them; gives the statement
 * behind the run. */
static const Stmt *emit_run(Emitter *e, Switch *s, const Stmt *stmt)
{
    const Stmt *label = stmt;
    Operand condition = s->falls ? s->matched : OPERAND_NONE;
    for (; stmt && stmt->kind == STMT_CASE; stmt = stmt->next)
        condition = any_of(e, condition, stmt->expr ? equals(e, s, stmt) : s->others, stmt->span);
    emit_move(e, SCALAR_BOOL, condition, (Want){s->matched, false}, label->span);
    emit(e, OP_IF, SCALAR_BOOL, label->span)->a = s->matched;
    emit_frame_open(e, FRAME_IF);
    s->falls = true;
    for (; stmt && stmt->kind != STMT_CASE; stmt = stmt->next) {
        if (s->falls &&
            !(stmt->kind == STMT_BREAK && (!stmt->next || stmt->next->kind == STMT_CASE)))
            emit_statement(e, stmt);
        s->falls &= !is_jump(stmt);
    }
    emit(e, OP_ENDIF, SCALAR_BOOL, label->span);
    emit_frame_close(e);
    return stmt;
}

static void emit_switch(Emitter *e, const Stmt *stmt)
{
    Scope scope = open_scope(e);
    Switch s = {.stmt = stmt};
    describe_names(e, stmt->expr);
    s.value = emit_slots(e, type_slots(stmt->expr->type));
    s.matched = emit_scalar_slot(e, SCALAR_BOOL);
    emit_into(e, stmt->expr, s.value, true);
    emit(e, OP_SCOPE, SCALAR_BOOL, stmt->head);
    emit_frame_open(e, FRAME_SWITCH);
    find_others(e, &s);
    const Stmt *run = stmt->body->body;
    while (run && run->kind != STMT_CASE)
        run = run->next;
    while (run)
        run = emit_run(e, &s, run);
    emit(e, OP_SCOPE_END, SCALAR_BOOL, stmt->head);
    emit_frame_close(e);
    close_scope(e, scope);
}

static void emit_break(Emitter *e, const Stmt *stmt)
{
    int above = emit_frames_above(e, FRAME_LOOP, FRAME_SWITCH);
    emit_ends(e, e->frames[e->frame_count - 1 - above].first_end);
    emit(e, OP_BREAK, SCALAR_BOOL, stmt->span)->imm = above;
}

static void emit_continue(Emitter *e, const Stmt *stmt)
{
    int above = emit_frames_above(e, FRAME_LOOP, FRAME_LOOP);
    Frame *loop = &e->frames[e->frame_count - 1 - above];
    loop->continues = true;
    emit_ends(e, loop->first_end);
    emit(e, OP_CONTINUE, SCALAR_BOOL, stmt->span)->imm = above;
}

static void emit_expression(Emitter *e, const Stmt *stmt)
{
    int before = e->code_count;
    describe_names(e, stmt->expr);
    emit_effect(e, stmt->expr);
    if (e->code_count == before + 1)
        e->code[before].span = stmt->expr->span;
}

static void emit_plain(Emitter *e, const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_EXPRESSION: emit_expression(e, stmt); break;
    case STMT_BLOCK: emit_body(e, stmt->body); break;
    case STMT_IF: emit_if(e, stmt); break;
    case STMT_LOOP: emit_loop(e, stmt); break;
    case STMT_SWITCH: emit_switch(e, stmt); break;
    case STMT_BREAK: emit_break(e, stmt); break;
    case STMT_CONTINUE: emit_continue(e, stmt); break;
    case STMT_RETURN: emit_return(e, stmt); break;
    case STMT_EMPTY: describe_left_out(e, stmt->off); break;
    case STMT_DECLARE:
    case STMT_CASE: break;
    }
}

static void emit_statement(Emitter *e, const Stmt *stmt)
{
    if (e->is_full)
        return;
    if (stmt->kind == STMT_DECLARE) {
        emit_declare(e, stmt);
        return;
    }
    bool keeps_value = stmt->kind == STMT_RETURN || stmt->kind == STMT_BLOCK;
    uint32_t mark = e->next_slot;
    emit_plain(e, stmt);
    if (!keeps_value) /* the tail's value of an inlined function lies in temporaries */
        e->next_slot = mark;
}

void emit_statements(Emitter *e, const Stmt *stmt)
{
    for (; stmt; stmt = stmt->next)
        emit_statement(e, stmt);
}
