/* Indices into arrays that are part of a struct. Memory goes on behind such an array, with the next
 * member, so the access itself cannot tell: it keeps the index and how many elements there are
 * (Program.limits). An index that is certain to be one of them needs no look. */
#include "lang/emit/value.h"
#include "lang/tree/constant.h"

/* The member that an array is, or is a row of; NULL: no part of a struct. */
static const Node *member_of(const Node *array, bool *is_row)
{
    const Node *at = array;
    while (at->kind == NODE_DEREF) {
        const Node *pointer = at->a->kind == NODE_OFFSET ? at->a->a : at->a;
        if (pointer->kind != NODE_DECAY)
            return NULL;
        at = pointer->a;
    }
    *is_row = at != array;
    return at->kind == NODE_MEMBER ? at : NULL;
}

/* A last member of one element stands for as many as were allocated behind the struct. */
static bool is_open_ended(const Node *member)
{
    const Type *type = member->a->type;
    return member->type->length <= 1 && member->field == type->field_count - 1;
}

/* The index is certain to be one of so many elements. */
static bool is_inside(const Emitter *e, const Node *node, const AddedIndex *index,
                      uint32_t elements)
{
    uint64_t bits = 0;
    if (index->operand == OPERAND_NONE || operand_is_constant(e, index->operand, &bits)) {
        int64_t value = index->operand == OPERAND_NONE ? 0 : constant_int(index->type, bits);
        return value + index->added >= 0 && value + index->added < (int64_t)elements;
    }
    return node->op == OP_ADD && node_maximum(e, node->b) < elements;
}

void emit_limit(Emitter *e, Address *address, const Node *node, const AddedIndex *index)
{
    if (node->kind != NODE_OFFSET || node->a->kind != NODE_DECAY)
        return;
    const Node *array = node->a->a;
    bool is_row;
    const Node *member = member_of(array, &is_row);
    uint32_t elements = array->type->length;
    if (!member || is_open_ended(member) || !elements || is_inside(e, node, index, elements))
        return;
    if (e->limit_count == UINT16_MAX)
        return;
    const Type *owner = member->a->type;
    *ARENA_PUSH(e->arena, e->limits, e->limit_count, e->limit_capacity) =
        (IndexLimit){.index = index->operand,
                     .type = index->type,
                     .added = index->added,
                     .elements = elements,
                     .member = owner->fields[member->field].name,
                     .owner = owner->name,
                     .is_row = is_row,
                     .next = address->limit};
    address->limit = (uint16_t)e->limit_count;
}

void emit_limited(Instr *instr, const Address *address)
{
    if (!address->limit)
        return;
    instr->flags |= INSTR_LIMIT;
    instr->target = address->limit;
}

void emit_limit_pinned(Emitter *e, Address *address)
{
    while (address->limit && OPERAND_IS_REGISTER(e->limits[address->limit - 1].index))
        address->limit = e->limits[address->limit - 1].next;
    for (uint16_t at = address->limit; at; at = e->limits[at - 1].next)
        if (OPERAND_IS_REGISTER(e->limits[at - 1].index))
            address->limit = 0;
}
