/* What a reader is told about the code: variables and where they live, assignments taken apart so
 * that numbers can be filled in, and how each parameter is used. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <ctype.h>
#include <string.h>

static StorageKind storage_of(const Lvalue *lvalue)
{
    if (lvalue->in_register)
        return OPERAND_IS_UNIFORM(lvalue->operand) ? STORAGE_UNIFORM : STORAGE_REGISTER;
    return lvalue->address.origin.space == SPACE_SHARED ? STORAGE_SHARED : STORAGE_LOCAL;
}

/* Gives the variable's index, or -1 if its value cannot be pointed at, or the source has no such
 * name. */
int describe_variable(Emitter *e, const Decl *decl, const Lvalue *lvalue)
{
    if (decl->name && strncmp(decl->name, ASM_OPERAND, strlen(ASM_OPERAND)) == 0)
        return -1;
    Variable variable = {.name = decl->name,
                         .type = decl->type,
                         .storage = storage_of(lvalue),
                         .operand = lvalue->operand,
                         .first_pc = (uint32_t)e->code_count,
                         .span = decl->span,
                         .inline_depth = (uint16_t)e->inlined->depth,
                         .function = e->inlined->depth ? e->inlined->function->name : NULL};
    if (!lvalue->in_register) {
        const Uniform *base = &e->uniforms[OPERAND_INDEX(lvalue->address.base)];
        bool is_whole = OPERAND_IS_UNIFORM(lvalue->address.base) &&
                        lvalue->address.index == OPERAND_NONE && !lvalue->address.displacement &&
                        (base->kind == UNIFORM_LOCAL_BASE || base->kind == UNIFORM_SHARED_BASE);
        if (!is_whole)
            return -1;
        variable.index = base->index;
        variable.operand = OPERAND_NONE;
    }
    *ARENA_PUSH(e->arena, e->variables, e->variable_count, e->variable_capacity) = variable;
    describe_declared(e, e->variable_count - 1);
    return e->variable_count - 1;
}

void describe_scope_end(Emitter *e, int first_variable)
{
    for (int i = first_variable; i < e->variable_count; ++i)
        if (!e->variables[i].end_pc)
            e->variables[i].end_pc = (uint32_t)e->code_count;
}

/* Formulas. */

typedef struct Writer {
    Emitter *e;
    FormulaPiece *pieces;
    int count, capacity;
    bool is_unfit; /* something other than names, numbers and + - * / % was met */
} Writer;

static const char *source_text(Emitter *e, Span span)
{
    const SourceFile *file = &e->compiler->unit->sources->files[span.file];
    return arena_text(e->arena, file->text + span.start, span.length);
}

static void add_text(Writer *w, const char *text)
{
    if (w->count && w->pieces[w->count - 1].operand == OPERAND_NONE) {
        FormulaPiece *last = &w->pieces[w->count - 1];
        last->text = arena_printf(w->e->arena, "%s%s", last->text, text);
        return;
    }
    *ARENA_PUSH(w->e->arena, w->pieces, w->count, w->capacity) =
        (FormulaPiece){text, OPERAND_NONE, SCALAR_I32};
}

static void add_operand(Writer *w, const char *text, Operand operand, ScalarType type)
{
    *ARENA_PUSH(w->e->arena, w->pieces, w->count, w->capacity) =
        (FormulaPiece){text, operand, type};
}

static bool is_word(const char *text)
{
    for (; *text; ++text)
        if (!isalnum((unsigned char)*text) && *text != '_' && *text != '.')
            return false;
    return true;
}

static void write_node(Writer *w, const Node *node);

static void write_constant(Writer *w, const Node *node)
{
    const char *text = source_text(w->e, node->span);
    if (isdigit((unsigned char)text[0]))
        add_text(w, text);
    else
        add_operand(w, text, emit_constant(w->e, node->type->scalar, node->value),
                    node->type->scalar);
}

static void write_decl(Writer *w, const Node *node)
{
    const Home *home = &w->e->homes[node->decl->number];
    if (!home->is_set || !home->lvalue.in_register || node->type->kind != TYPE_SCALAR) {
        w->is_unfit = true;
        return;
    }
    add_operand(w, node->decl->name, home->lvalue.operand, node->type->scalar);
}

static const char *operator_text(uint8_t op)
{
    switch (op) {
    case OP_ADD: return " + ";
    case OP_SUB: return " - ";
    case OP_MUL: return " * ";
    case OP_DIV: return " / ";
    case OP_REM: return " % ";
    default: return NULL;
    }
}

static void write_binary(Writer *w, const Node *node)
{
    const char *op = operator_text(node->op);
    if (!op) {
        w->is_unfit = true;
        return;
    }
    write_node(w, node->a);
    add_text(w, op);
    write_node(w, node->b);
}

const char *describe_special(Emitter *e, const Node *node)
{
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    return arena_printf(e->arena, "%s.%c", names[node->special], "xyz"[node->axis]);
}

static void write_special(Writer *w, const Node *node)
{
    add_operand(w, describe_special(w->e, node), emit_value(w->e, node, WANT_NOTHING), SCALAR_U32);
}

static void write_node(Writer *w, const Node *node)
{
    if (w->is_unfit || !type_is_integer(node->type) || w->count > 64) {
        w->is_unfit = true;
        return;
    }
    if (node->kind == NODE_CAST && node->is_implicit) {
        write_node(w, node->a);
        return;
    }
    bool is_atom = node->is_constant && is_word(source_text(w->e, node->span));
    bool has_parentheses = node->is_parenthesised && node->kind == NODE_BINARY && !is_atom;
    if (has_parentheses)
        add_text(w, "(");
    if (is_atom || node->kind == NODE_CONSTANT)
        write_constant(w, node);
    else if (node->kind == NODE_DECL)
        write_decl(w, node);
    else if (node->kind == NODE_SPECIAL)
        write_special(w, node);
    else if (node->kind == NODE_BINARY)
        write_binary(w, node);
    else
        w->is_unfit = true;
    if (has_parentheses)
        add_text(w, ")");
}

static void add_formula(Emitter *e, const Node *node, int variable)
{
    Writer w = {.e = e};
    write_node(&w, node);
    bool has_operand = w.count > 1 || (w.count == 1 && w.pieces[0].operand != OPERAND_NONE);
    if (w.is_unfit || !has_operand || !e->code_count)
        return;
    *ARENA_PUSH(e->arena, e->formulas, e->formula_count, e->formula_capacity) =
        (Formula){.pc = (uint32_t)e->code_count - 1,
                  .variable = variable,
                  .term = variable < 0 ? describe_term(e, node) : TERM_NONE,
                  .pieces = w.pieces,
                  .piece_count = w.count};
}

static bool mentions_itself(const Node *node, const Decl *decl)
{
    if (!node)
        return false;
    return (node->kind == NODE_DECL && node->decl == decl) || mentions_itself(node->a, decl) ||
           mentions_itself(node->b, decl);
}

void describe_assignment(Emitter *e, const Decl *decl, const Node *value)
{
    const Home *home = &e->homes[decl->number];
    bool fits = home->variable >= 0 && type_is_integer(decl->type) && home->lvalue.in_register &&
                !OPERAND_IS_UNIFORM(home->lvalue.operand) && decl->span.file == 0;
    if (fits && !mentions_itself(value, decl))
        add_formula(e, value, home->variable);
}

/* Accesses. */

static const Node *unwrapped(const Node *node)
{
    for (int i = 0; i < 8; ++i) {
        if (node->kind == NODE_CAST && !node->is_constant)
            node = node->a;
        else if (node->kind == NODE_DECL && !node->is_constant && node->decl->initial &&
                 !node->decl->is_assigned && !node->decl->is_reference &&
                 node->decl->kind == DECL_LOCAL && node->decl->initial->kind != NODE_CONSTRUCT)
            node = node->decl->initial;
        else
            break;
    }
    return node;
}

static bool is_uniform_parameter(Emitter *e, const Node *node, Operand *out)
{
    const Home *home = node->kind == NODE_DECL ? &e->homes[node->decl->number] : NULL;
    if (!home || !home->is_set || !home->lvalue.in_register ||
        !OPERAND_IS_UNIFORM(home->lvalue.operand) || node->is_constant)
        return false;
    *out = home->lvalue.operand;
    return true;
}

typedef struct RowLength {
    Operand operand;
    int rank; /* 2: a parameter, 1: a constant */
    int64_t value;
} RowLength;

static void consider_factor(Emitter *e, const Node *factor, RowLength *best)
{
    Operand operand;
    const Node *plain = unwrapped(factor);
    if (is_uniform_parameter(e, factor, &operand) || is_uniform_parameter(e, plain, &operand)) {
        if (best->rank < 2)
            *best = (RowLength){operand, 2, 0};
        return;
    }
    if (!plain->is_constant || !type_is_integer(plain->type) || best->rank == 2)
        return;
    int64_t value = constant_int(plain->type->scalar, plain->value);
    if (value > 1 && value > best->value)
        *best = (RowLength){emit_constant(e, plain->type->scalar, plain->value), 1, value};
}

/* Finds k in an index like Row * k + Col: looks at the factors of the products among its terms. */
static void find_row_length(Emitter *e, const Node *node, int depth, bool is_term, RowLength *best)
{
    node = unwrapped(node);
    if (depth > 12 || node->kind != NODE_BINARY || node->is_constant)
        return;
    if (node->op == OP_ADD || node->op == OP_SUB) {
        find_row_length(e, node->a, depth + 1, true, best);
        find_row_length(e, node->b, depth + 1, true, best);
    } else if (node->op == OP_MUL && is_term) {
        const Node *a = unwrapped(node->a), *b = unwrapped(node->b);
        bool both = (a->is_constant || a->kind == NODE_SPECIAL) &&
                    (b->is_constant || b->kind == NODE_SPECIAL);
        if (both) /* blockIdx.x * 16 is where a block begins, and 16 no length of a row */
            return;
        consider_factor(e, node->a, best);
        consider_factor(e, node->b, best);
    }
}

static void describe_row(Emitter *e, Parameter *parameter, const Node *subscript)
{
    RowLength best = {OPERAND_NONE, 0, 0};
    if (parameter->row_length != OPERAND_NONE)
        return;
    find_row_length(e, subscript, 0, false, &best);
    parameter->row_length = best.operand;
}

static bool is_trivial(const Node *node)
{
    while (node->kind == NODE_CAST)
        node = node->a;
    return node->kind != NODE_BINARY;
}

void describe_access(Emitter *e, const Address *address, bool is_store)
{
    const Origin *origin = &address->origin;
    for (int i = 0; i < e->parameter_count; ++i) {
        Parameter *parameter = &e->parameters[i];
        bool is_meant = i < 64 && (origin->parameters >> i & 1);
        bool may_be = origin->is_anywhere && parameter->type->kind == TYPE_POINTER &&
                      !(is_store && parameter->type->element->is_const);
        parameter->is_read |= !is_store && (is_meant || may_be);
        parameter->is_written |= is_store && (is_meant || may_be);
        if (is_meant && address->subscript)
            describe_row(e, parameter, address->subscript);
    }
    if (address->subscript && !is_trivial(address->subscript))
        add_formula(e, address->subscript, -1);
}
