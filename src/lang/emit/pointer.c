/* What can be known about an expression before it runs: where a pointer points, how large an
 * unsigned value can get, and whether a value can be computed without need or harm. */
#include "lang/emit/value.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

enum { LOOK_DEPTH = 12 };

static Origin origin_join(Origin a, Origin b)
{
    if (!a.is_known)
        return b;
    if (!b.is_known)
        return a;
    a.space = a.space == b.space ? a.space : SPACE_GENERIC;
    a.is_volatile |= b.is_volatile;
    a.is_anywhere |= b.is_anywhere;
    a.parameters |= b.parameters;
    return a;
}

static const Origin anywhere = {true, SPACE_GENERIC, false, true, 0};

static Origin pointer_origin(Emitter *e, const Node *node, int depth);

static Origin sources_origin(Emitter *e, const Decl *decl, Origin origin, int depth)
{
    if (decl->source_count > DECL_SOURCE_LIMIT)
        return anywhere;
    for (int i = 0; i < decl->source_count; ++i)
        origin = origin_join(origin, pointer_origin(e, decl->sources[i], depth));
    return origin;
}

static Origin decl_pointer_origin(Emitter *e, const Decl *decl, int depth)
{
    Origin origin = e->homes[decl->number].origin;
    origin = sources_origin(e, decl, origin, depth);
    if (decl->is_reference && !origin.is_known)
        origin = anywhere;
    origin.is_volatile |= decl->is_volatile;
    return origin;
}

/* The origin of a pointer to this lvalue. */
static Origin lvalue_origin(Emitter *e, const Node *node, int depth)
{
    while (node->kind == NODE_MEMBER)
        node = node->a;
    if (node->kind == NODE_DEREF)
        return pointer_origin(e, node->a, depth);
    if (node->kind != NODE_DECL)
        return anywhere;
    Origin origin = {true, SPACE_LOCAL, node->decl->is_volatile, false, 0};
    if (node->decl->is_reference)
        return e->homes[node->decl->number].lvalue.address.origin;
    if (node->decl->kind == DECL_SHARED)
        origin.space = SPACE_SHARED;
    if (node->decl->kind == DECL_GLOBAL)
        origin.space = SPACE_GLOBAL;
    return origin;
}

/* The origin of a pointer that a call returns. It is known if the function returns nowhere but at
 * its end, and returns a pointer into a shared array or into an argument. */
static Origin call_origin(Emitter *e, const Node *node, int depth)
{
    const Function *function = node->function;
    const Stmt *tail = function->returns_reference ? NULL : function_tail(function);
    if (!tail || !tail->expr || function_returns_early(function))
        return anywhere;
    const Node *value = tail->expr;
    bool is_step = true;
    while (is_step) {
        is_step = value->kind == NODE_OFFSET ||
                  (value->kind == NODE_CAST && value->a->type->kind == TYPE_POINTER);
        value = is_step ? value->a : value;
    }
    if (value->kind == NODE_DECAY && value->a->kind == NODE_DECL &&
        value->a->decl->kind == DECL_SHARED)
        return lvalue_origin(e, value->a, depth);
    bool is_given = value->kind == NODE_DECL && value->decl->kind == DECL_PARAMETER &&
                    !value->decl->is_assigned && !value->decl->is_reference;
    return is_given ? pointer_origin(e, node->items[value->decl->parameter], depth) : anywhere;
}

static Origin cast_origin(Emitter *e, const Node *node, int depth)
{
    Origin origin = anywhere;
    if (node->a->type->kind == TYPE_POINTER)
        origin = pointer_origin(e, node->a, depth);
    else if (node->is_constant || node->a->is_constant)
        origin = (Origin){0};
    origin.is_volatile |= node->is_volatile;
    return origin;
}

static Origin pointer_origin(Emitter *e, const Node *node, int depth)
{
    if (depth > LOOK_DEPTH)
        return (Origin){0};
    switch (node->kind) {
    case NODE_DECL: return decl_pointer_origin(e, node->decl, depth + 1);
    case NODE_DECAY:
    case NODE_ADDRESS: return lvalue_origin(e, node->a, depth + 1);
    case NODE_OFFSET:
    case NODE_UPDATE: return pointer_origin(e, node->a, depth + 1);
    case NODE_ASSIGN:
    case NODE_COMMA: return pointer_origin(e, node->b, depth + 1);
    case NODE_CAST: return cast_origin(e, node, depth + 1);
    case NODE_CONDITIONAL:
        return origin_join(pointer_origin(e, node->b, depth + 1),
                           pointer_origin(e, node->c, depth + 1));
    case NODE_CALL: return call_origin(e, node, depth + 1);
    default: return anywhere;
    }
}

Origin origin_of(Emitter *e, const Node *pointer)
{
    Origin origin = pointer_origin(e, pointer, 0);
    return origin.is_known ? origin : anywhere;
}

/* The largest values that a launch can give: 1024 x 1024 x 64 threads a block, 2^31 - 1 x 65535 x
 * 65535 blocks (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). */
static uint64_t special_maximum(const Node *node)
{
    bool is_x = node->axis == 0;
    switch (node->special) {
    case SPECIAL_THREAD: return node->axis == 2 ? 63 : 1023;
    case SPECIAL_BLOCK_DIM: return node->axis == 2 ? 64 : 1024;
    default: return is_x ? INT32_MAX : UINT16_MAX;
    }
}

static uint64_t maximum(const Node *node, int depth);

static uint64_t binary_maximum(const Node *node, int depth)
{
    uint64_t a = maximum(node->a, depth), b = maximum(node->b, depth);
    bool may_be_less = a == UINT64_MAX && scalar_is_signed(node->type->scalar);
    if (node->op == OP_REM && b != UINT64_MAX && node->b->is_constant && b > 0 && !may_be_less)
        return a < b ? a : b - 1;
    if (node->op == OP_AND)
        return a < b ? a : b;
    if (a > UINT32_MAX || b > UINT32_MAX)
        return UINT64_MAX;
    uint64_t result = UINT64_MAX;
    if (node->op == OP_ADD)
        result = a + b;
    else if (node->op == OP_MUL)
        result = a * b;
    else if (node->op == OP_DIV && node->b->is_constant && b > 0)
        result = a / b;
    else if (node->op == OP_SHR && node->b->is_constant && b < 32)
        result = a >> b;
    return result <= UINT32_MAX ? result : UINT64_MAX;
}

static uint64_t maximum(const Node *node, int depth)
{
    if (depth > LOOK_DEPTH || !type_is_integer(node->type))
        return UINT64_MAX;
    if (node->is_constant) {
        int64_t value = constant_int(node->type->scalar, node->value);
        return value < 0 ? UINT64_MAX : (uint64_t)value;
    }
    const Decl *decl = node->decl;
    switch (node->kind) {
    case NODE_SPECIAL: return special_maximum(node);
    case NODE_CAST: return maximum(node->a, depth + 1);
    case NODE_BINARY: return binary_maximum(node, depth + 1);
    case NODE_DECL:
        if (decl->initial && !decl->is_assigned && !decl->is_reference && decl->kind == DECL_LOCAL)
            return maximum(decl->initial, depth + 1);
        return UINT64_MAX;
    default: return UINT64_MAX;
    }
}

uint64_t node_maximum(const Emitter *e, const Node *node)
{
    (void)e;
    return maximum(node, 0);
}

static bool faults(const Node *node)
{
    if (node->op != OP_DIV && node->op != OP_REM)
        return false;
    return !scalar_is_float(node->type->scalar) && !(node->b->is_constant && node->b->value);
}

static bool decl_is_pure(const Emitter *e, const Decl *decl)
{
    const Home *home = &e->homes[decl->number];
    return decl->is_constant || (home->is_set && home->lvalue.in_register);
}

static bool items_are_pure(const Emitter *e, const Node *node)
{
    for (int i = 0; i < node->item_count; ++i)
        if (!node->items[i] || !node_is_pure(e, node->items[i]))
            return false;
    return true;
}

bool node_is_pure(const Emitter *e, const Node *node)
{
    if (node->is_constant)
        return true;
    switch (node->kind) {
    case NODE_SPECIAL: return true;
    case NODE_DECL: return decl_is_pure(e, node->decl);
    case NODE_UNARY:
    case NODE_CAST:
    case NODE_MEMBER: return node_is_pure(e, node->a);
    case NODE_BINARY: return !faults(node) && node_is_pure(e, node->a) && node_is_pure(e, node->b);
    case NODE_OFFSET:
    case NODE_DISTANCE:
    case NODE_LOGICAL: return node_is_pure(e, node->a) && node_is_pure(e, node->b);
    case NODE_CONDITIONAL:
        return node_is_pure(e, node->a) && node_is_pure(e, node->b) && node_is_pure(e, node->c);
    case NODE_CONSTRUCT: return items_are_pure(e, node);
    case NODE_DECAY:
    case NODE_ADDRESS: return node->a->kind == NODE_DECL;
    case NODE_OPERATION:
        return opcode_info[node->op].class == CLASS_VALUE && items_are_pure(e, node);
    default: return false;
    }
}

bool node_mentions(const Node *node, const Decl *decl)
{
    if (!node)
        return false;
    if (node->kind == NODE_DECL && (node->decl == decl || node->decl->is_reference))
        return true;
    if (node->kind == NODE_CALL)
        return true;
    for (int i = 0; i < node->item_count; ++i)
        if (node_mentions(node->items[i], decl))
            return true;
    return node_mentions(node->a, decl) || node_mentions(node->b, decl) ||
           node_mentions(node->c, decl);
}
