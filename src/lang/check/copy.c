/* Asynchronous copies to shared memory: cp.async, and the functions of CUDA that become it; and the
 * mbarriers that wait for them and for threads. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"

/* What a pointer leads to, down to the scalars of arrays and vectors; NULL for void and for structs
 * of different members. */
static const Type *innermost(const Type *type)
{
    while (type->kind == TYPE_ARRAY || (type->kind == TYPE_STRUCT && type->field_count > 0))
        type = type->kind == TYPE_ARRAY ? type->element : type->fields[0].type;
    return type->kind == TYPE_SCALAR ? type : NULL;
}

/* One element that the copy moves: what lies there if that is words, else plain words. */
static ScalarType element_of(const Node *to, const Node *from, uint32_t bytes)
{
    const Type *types[] = {innermost(to->type->element), innermost(from->type->element)};
    for (int i = 0; i < 2; ++i) {
        uint32_t size = types[i] ? scalar_size_bytes(types[i]->scalar) : 0;
        if (size >= 4 && size <= bytes)
            return types[i]->scalar;
    }
    return SCALAR_U32;
}

static bool is_number(const Node *node, uint64_t *value)
{
    if (!node->is_constant || node->type->kind != TYPE_SCALAR)
        return false;
    *value = (uint64_t)constant_int(node->type->scalar, node->value);
    return true;
}

Node *check_copy(Parser *p, const char *name, CopyPath path, const Call *call)
{
    Node *items[] = {check_value(p, call->arguments[0]), check_value(p, call->arguments[1])};
    uint64_t bytes = 0, zeros = 0;
    for (int i = 0; i < 2; ++i)
        if (items[i]->type->kind != TYPE_POINTER)
            return check_error(p, items[i]->span, "pass the address: &...",
                               "%s needs pointers to what is copied", name);
    if (!is_number(call->arguments[2], &bytes) || (bytes != 4 && bytes != 8 && bytes != 16))
        return check_error(p, call->arguments[2]->span, "sizeof(float) or sizeof(float4)",
                           "%s copies 4, 8 or 16 bytes a thread, known when it is compiled", name);
    if (call->count > 3 && (!is_number(call->arguments[3], &zeros) || zeros))
        return check_error(p, call->arguments[3]->span, "store the zeros in an else",
                           "%s with bytes that are filled with zeros is not emulated", name);
    bool bypasses = path == COPY_PAST_L1 || (path == COPY_BY_SIZE && bytes == 16);
    int way = path == COPY_BULK ? COPY_IN_BULK : bypasses ? COPY_BYPASSES : 0;
    Node *node = node_operation(p, OP_STORE, (int)bytes | way,
                                type_scalar(element_of(items[0], items[1], (uint32_t)bytes)), items,
                                2, call->span);
    return node;
}

Node *check_copy_wait(Parser *p, const Call *call)
{
    Node *groups =
        check_convert(p, call->arguments[0], type_scalar(SCALAR_U32), "the number of groups");
    return node_operation(p, OP_COPY_WAIT, 0, type_void(), &groups, 1, call->span);
}

Node *check_mbarrier(Parser *p, int mode, const Call *call)
{
    const Type *number = type_scalar(SCALAR_U64);
    if (call->arguments[0]->type->kind != TYPE_POINTER)
        return check_error(p, call->arguments[0]->span, "pass the address: &...",
                           "a barrier in shared memory is needed here");
    Node *items[] = {check_cast(p, call->arguments[0], number, call->span, true), NULL};
    items[1] = call->count > 1 ? check_convert(p, call->arguments[1], number, "the argument")
                               : node_constant(p, SCALAR_U64, 0, call->span);
    Node *node = node_operation(p, OP_MBARRIER, mode, mbarrier_blocks(mode) ? type_void() : number,
                                items, 2, call->span);
    bool is_asked = mode == MBARRIER_TEST || mode == MBARRIER_TEST_PARITY;
    return is_asked ? check_cast(p, node, type_scalar(SCALAR_BOOL), call->span, false) : node;
}
