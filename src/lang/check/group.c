/* Cooperative groups: their methods are functions of the prelude. A thread_group is whatever
 * group it is made from: a variable takes the type of its value, a parameter that of the
 * argument. */
#include "lang/check/call.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <string.h>

const Type *group_tile(Parser *p, const Node *size, Span span)
{
    bool is_known = size && size->is_constant && size->type->kind == TYPE_SCALAR;
    int64_t count = is_known ? constant_int(size->type->scalar, size->value) : 0;
    const Type *tile = group_type(GROUP_TILE, count);
    if (tile)
        return tile;
    check_error(p, span, NULL, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    return group_type(GROUP_TILE, 32);
}

static Node *group_node(Parser *p, const Type *type, Span span)
{
    Node *node = node_new(p, NODE_CONSTRUCT, type, span);
    node->items = ARENA_NEW(p->arena, Node *);
    return node;
}

Node *group_make(Parser *p, int kind, Span span)
{
    return group_node(p, group_type((GroupKind)kind, 0), span);
}

Node *group_partition(Parser *p, const Call *call)
{
    const Type *from = call->arguments[0]->type;
    const Node *size = call->given_count ? call->given[0].value
                       : call->count > 1 ? call->arguments[1]
                                         : NULL;
    if (call->count > 1 && !size->is_constant)
        return check_error(p, call->span, "auto tile = tiled_partition<4>(block)",
                           "a tile whose size only a run tells is not supported");
    bool fits =
        type_is_group(from) && (group_kind(from) == GROUP_BLOCK || group_kind(from) == GROUP_TILE);
    if (!fits || !size)
        return check_error(p, call->span, "tiled_partition<32>(block)",
                           "only a thread block or a tile can be parted, with a size in <>");
    return group_node(p, group_tile(p, size, call->span), call->span);
}

/* An operation of a warp in which the lanes of a tile take part. */
static Node *tile_operation(Node *node, const Type *tile)
{
    node->tile = (uint8_t)tile->length;
    return node;
}

Node *group_sync(Parser *p, Node *group, Span span)
{
    Call call = {.span = span};
    if (type_has_method(p->compiler, group->type, "sync"))
        return check_method(p, struct_members(p->compiler, group->type), group, "sync", &call);
    if (!type_is_group(group->type))
        return check_error(p, span, NULL, "sync takes a group");
    if (group_kind(group->type) == GROUP_BLOCK)
        return check_barrier(p, span);
    if (group_kind(group->type) == GROUP_GRID) {
        Node *barrier = check_barrier(p, span);
        barrier->imm = BARRIER_OF_GRID;
        return barrier;
    }
    Node *node =
        tile_operation(node_operation(p, OP_WARP_SYNC, 0, type_void(), NULL, 0, span), group->type);
    /* The same line may be the barrier of a block where another call passes one. */
    node->is_off = parse_without(p, WITHOUT_BARRIER, span);
    return node;
}

static Node *sized_call(Parser *p, const char *function, const Type *group, Span span)
{
    Node *size = node_constant(p, SCALAR_I32, group->length, span);
    return check_call_named(p, function, &size, 1, span);
}

/* Methods that ask for a number: name, and what answers for each kind of group. */
static Node *group_number(Parser *p, const Type *group, const Token *name, Span span)
{
    static const struct {
        const char *name, *by_kind[4];
    } rows[] = {{"thread_rank", {"__block_rank", "__grid_rank", NULL, "__tile_rank"}},
                {"size", {"__block_size", "__grid_size", NULL, ""}},
                {"num_threads", {"__block_size", "__grid_size", NULL, ""}},
                {"num_blocks", {NULL, "__grid_blocks", NULL, NULL}},
                {"meta_group_rank", {NULL, NULL, NULL, "__tile_number"}},
                {"meta_group_size", {NULL, NULL, NULL, "__tile_count"}}};
    int kind = group_kind(group);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const char *function = rows[i].by_kind[kind];
        if (!token_is(name, rows[i].name) || !function)
            continue;
        if (!*function)
            return node_constant(p, SCALAR_U32, group->length, span);
        return kind == GROUP_TILE ? sized_call(p, function, group, span)
                                  : check_call_named(p, function, NULL, 0, span);
    }
    return NULL;
}

/* A group exchanges structs, too, which shuffles do not: member by member. */
static Node *exchange(Parser *p, int mode, const Type *group, Node *value, Node *lane, Span span)
{
    Node *width = node_constant(p, SCALAR_I32, group->length, span);
    const Type *type = value->type;
    if (type->kind != TYPE_STRUCT || !value->is_lvalue || type->is_union)
        return tile_operation(check_shuffle(p, mode, value, lane, width, NULL, span), group);
    Node **items = ARENA_ARRAY(p->arena, Node *, type->field_count + 1);
    for (int i = 0; i < type->field_count; ++i) {
        const char *name = type->fields[i].name;
        Token member = {.kind = TOKEN_NAME, .text = name, .length = (uint32_t)strlen(name)};
        items[i] = exchange(p, mode, group, check_member(p, value, &member, span), lane, span);
        if (items[i]->kind == NODE_ERROR)
            return items[i];
    }
    return check_aggregate(p, type, items, type->field_count, span);
}

static Node *group_exchange(Parser *p, const Type *group, const Token *name, Node **arguments,
                            int count, Span span)
{
    static const char *const names[] = {"shfl", "shfl_up", "shfl_down", "shfl_xor"};
    static const int modes[] = {SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR};
    for (int i = 0; i < 4; ++i)
        if (token_is(name, names[i]) && count == 2)
            return exchange(p, modes[i], group, arguments[0], arguments[1], span);
    return NULL;
}

static Node *group_vote(Parser *p, const Type *group, const Token *name, Node **arguments,
                        int count, Span span)
{
    bool is_any = token_is(name, "any"), is_all = token_is(name, "all");
    if (count != 1 || (!is_any && !is_all && !token_is(name, "ballot")))
        return NULL;
    Node *condition = check_condition(p, arguments[0]);
    if (is_all) /* true for all lanes of the tile means false for none of them */
        condition = check_unary(p, &(Token){.kind = TOKEN_PUNCTUATOR, .text = "!", .length = 1},
                                condition, span);
    Node *ballot = tile_operation(
        node_operation(p, OP_VOTE, VOTE_BALLOT, type_scalar(SCALAR_U32), &condition, 1, span),
        group);
    Node *items[] = {node_constant(p, SCALAR_I32, group->length, span), ballot};
    Node *bits = check_call_named(p, "__tile_bits", items, 2, span);
    Node *zero = node_constant(p, SCALAR_U32, 0, span);
    if (!is_any && !is_all)
        return bits;
    return check_arithmetic(p, is_any ? OP_NE : OP_EQ, bits, zero, span);
}

Node *check_group_method(Parser *p, Node *group, const Token *name, Node **arguments, int count,
                         Span span)
{
    const Type *type = group->type;
    Node *node = NULL;
    if (token_is(name, "sync") && count == 0)
        return group_sync(p, group, span);
    if (count == 0)
        node = group_number(p, type, name, span);
    if (!node && group_kind(type) == GROUP_TILE) {
        node = group_exchange(p, type, name, arguments, count, span);
        if (!node)
            node = group_vote(p, type, name, arguments, count, span);
    }
    if (!node && group_kind(type) == GROUP_BLOCK && count == 0) {
        static const char *const from[] = {"group_index", "thread_index", "group_dim",
                                           "dim_threads"};
        static const char *const to[] = {"blockIdx", "threadIdx", "blockDim", "blockDim"};
        for (int i = 0; i < 4; ++i)
            if (token_is(name, from[i])) {
                Token special = {.kind = TOKEN_NAME,
                                 .text = to[i],
                                 .length = (uint32_t)strlen(to[i]),
                                 .span = span};
                return check_special(p, &special);
            }
    }
    return node ? node
                : check_error(p, name->span, NULL, "%s has no '%s' that is supported", type->name,
                              parse_token_text(p, name));
}
