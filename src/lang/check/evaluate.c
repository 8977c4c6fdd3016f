/* Calls of constexpr functions with values that are known: the function's tree is walked, with the
 * values of its variables beside it. What is no number or bool, what depends on the device, and
 * what takes too long is left to the kernel. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"

#include <string.h>

enum { STEP_LIMIT = 100000, CALL_LIMIT = 200, VARIABLE_LIMIT = 64 };

typedef struct Frame {
    const Decl *decls[VARIABLE_LIMIT];
    uint64_t values[VARIABLE_LIMIT];
    int count;
    uint64_t result;
} Frame;

typedef struct Evaluation {
    int steps, calls;
    Frame *frame; /* of the function that runs */
} Evaluation;

typedef enum Flow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_UNKNOWN } Flow;

static bool evaluate(Evaluation *e, const Node *node, uint64_t *out);

static bool is_number(const Type *type)
{
    return type->kind == TYPE_SCALAR && !scalar_is_half(type->scalar);
}

static uint64_t *value_of(Evaluation *e, const Decl *decl)
{
    for (int i = e->frame->count - 1; i >= 0; --i)
        if (e->frame->decls[i] == decl)
            return &e->frame->values[i];
    return NULL;
}

static bool add_variable(Frame *frame, const Decl *decl, uint64_t value)
{
    if (frame->count >= VARIABLE_LIMIT)
        return false;
    frame->decls[frame->count] = decl;
    frame->values[frame->count++] = value;
    return true;
}

static Flow run_list(Evaluation *e, const Stmt *stmt);

static bool evaluate_call(Evaluation *e, const Node *node, uint64_t *out)
{
    Frame frame = {0}, *before = e->frame;
    const Function *function = node->function;
    if (e->calls >= CALL_LIMIT || !function->body || !function->result ||
        !is_number(function->result) || function->returns_reference)
        return false;
    for (int i = 0; i < node->item_count; ++i) {
        const Decl *parameter = function->parameters[i];
        uint64_t value;
        if (parameter == function->self) /* nobody asks what it holds, or that is not known */
            continue;
        if ((parameter->is_reference && !parameter->type->is_const) ||
            !is_number(parameter->type) || !evaluate(e, node->items[i], &value) ||
            !add_variable(&frame, parameter, value))
            return false;
    }
    e->calls++;
    e->frame = &frame;
    Flow flow = run_list(e, function->body->body);
    e->frame = before;
    e->calls--;
    *out = frame.result;
    return flow == FLOW_RETURN;
}

static bool evaluate_logical(Evaluation *e, const Node *node, uint64_t *out)
{
    if (!evaluate(e, node->a, out))
        return false;
    bool is_decided = node->op == OP_AND ? !*out : *out != 0;
    return is_decided || evaluate(e, node->b, out);
}

/* a = b of a variable, and a op= b; the value is the new one, or that before a++. */
static bool evaluate_change(Evaluation *e, const Node *node, uint64_t *out)
{
    uint64_t *held = node->a->kind == NODE_DECL ? value_of(e, node->a->decl) : NULL, b, result;
    if (!held || !is_number(node->a->type) || !evaluate(e, node->b, &b))
        return false;
    if (node->kind == NODE_ASSIGN) {
        *out = *held = b;
        return true;
    }
    ScalarType own = node->a->type->scalar, common = node->common->scalar;
    uint64_t a = constant_convert(common, own, *held), before = *held;
    if (!is_number(node->common) || !constant_binary(node->op, common, a, b, &result))
        return false;
    if (!constant_fits(own, common, result))
        return false;
    *held = constant_convert(own, common, result);
    *out = node->is_postfix ? before : *held;
    return true;
}

static bool evaluate(Evaluation *e, const Node *node, uint64_t *out)
{
    uint64_t a, b, *held;
    *out = node->value;
    if (node->is_constant || e->steps++ > STEP_LIMIT)
        return node->is_constant;
    switch (node->kind) {
    case NODE_DECL:
        held = value_of(e, node->decl);
        *out = held ? *held : 0;
        return held != NULL;
    case NODE_UNARY:
        return evaluate(e, node->a, &a) && is_number(node->a->type) &&
               constant_unary(node->op, node->a->type->scalar, a, out);
    case NODE_BINARY:
        return is_number(node->a->type) && evaluate(e, node->a, &a) && evaluate(e, node->b, &b) &&
               constant_binary(node->op, node->a->type->scalar, a, b, out);
    case NODE_LOGICAL: return evaluate_logical(e, node, out);
    case NODE_CONDITIONAL:
        return evaluate(e, node->a, &a) && evaluate(e, a ? node->b : node->c, out);
    case NODE_CAST:
        if (!is_number(node->type) || !is_number(node->a->type) || !evaluate(e, node->a, &a) ||
            !constant_fits(node->type->scalar, node->a->type->scalar, a))
            return false;
        *out = constant_convert(node->type->scalar, node->a->type->scalar, a);
        return true;
    case NODE_ASSIGN:
    case NODE_UPDATE: return evaluate_change(e, node, out);
    case NODE_COMMA: return evaluate(e, node->a, &a) && evaluate(e, node->b, out);
    case NODE_CALL: return evaluate_call(e, node, out);
    default: return false;
    }
}

static Flow run_loop(Evaluation *e, const Stmt *stmt)
{
    uint64_t value;
    int first = e->frame->count;
    Flow flow = run_list(e, stmt->init);
    for (bool is_first = true; flow == FLOW_ON; is_first = false) {
        bool is_tested = !(stmt->is_do && is_first);
        if (is_tested && stmt->expr && !evaluate(e, stmt->expr, &value))
            return FLOW_UNKNOWN;
        if (is_tested && stmt->expr && !value)
            break;
        flow = run_list(e, stmt->body);
        if (flow == FLOW_CONTINUE)
            flow = FLOW_ON;
        if (e->steps++ > STEP_LIMIT ||
            (flow == FLOW_ON && stmt->step && !evaluate(e, stmt->step, &value)))
            return FLOW_UNKNOWN;
    }
    e->frame->count = first;
    return flow == FLOW_BREAK ? FLOW_ON : flow;
}

static Flow run_if(Evaluation *e, const Stmt *stmt)
{
    uint64_t value;
    if (!stmt->is_off && !evaluate(e, stmt->expr, &value))
        return FLOW_UNKNOWN;
    return run_list(e, stmt->is_off || value ? stmt->body : stmt->other);
}

static Flow run_declare(Evaluation *e, const Decl *decl)
{
    uint64_t value = 0;
    bool is_good = is_number(decl->type) && !decl->is_reference &&
                   (!decl->initial || evaluate(e, decl->initial, &value)) &&
                   add_variable(e->frame, decl, value);
    return is_good ? FLOW_ON : FLOW_UNKNOWN;
}

static Flow run_one(Evaluation *e, const Stmt *stmt)
{
    uint64_t value;
    int first = e->frame->count;
    Flow flow;
    switch (stmt->kind) {
    case STMT_EMPTY: return FLOW_ON;
    case STMT_EXPRESSION: return evaluate(e, stmt->expr, &value) ? FLOW_ON : FLOW_UNKNOWN;
    case STMT_DECLARE: return run_declare(e, stmt->decl);
    case STMT_BLOCK:
        flow = run_list(e, stmt->body);
        e->frame->count = first;
        return flow;
    case STMT_IF: return run_if(e, stmt);
    case STMT_LOOP: return run_loop(e, stmt);
    case STMT_BREAK: return FLOW_BREAK;
    case STMT_CONTINUE: return FLOW_CONTINUE;
    case STMT_RETURN:
        return stmt->expr && evaluate(e, stmt->expr, &e->frame->result) ? FLOW_RETURN
                                                                        : FLOW_UNKNOWN;
    default: return FLOW_UNKNOWN;
    }
}

static Flow run_list(Evaluation *e, const Stmt *stmt)
{
    Flow flow = FLOW_ON;
    for (; stmt && flow == FLOW_ON; stmt = stmt->next)
        flow = run_one(e, stmt);
    return flow;
}

Node *check_evaluate(Parser *p, Node *call)
{
    Frame none = {0};
    Evaluation e = {.frame = &none};
    uint64_t value;
    if (!evaluate_call(&e, call, &value))
        return call;
    return node_constant(p, call->type->scalar, value, call->span);
}
