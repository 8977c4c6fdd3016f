/* Lists of values and what they make: arrays, structs, and the bytes of constants. */
#include "lang/check/call.h"

#include <string.h>

static Node *zero_of(Parser *p, const Type *type, Span span)
{
    if (type->kind == TYPE_SCALAR)
        return node_constant(p, type->scalar, 0, span);
    if (type->kind == TYPE_STRUCT)
        return check_construct(p, type, NULL, 0, span);
    if (type->kind == TYPE_ARRAY)
        return check_list(p, type, NULL, 0, span);
    return check_cast(p, node_constant(p, SCALAR_U64, 0, span), type, span, true);
}

Node *check_text_as_array(Parser *p, const Type *type, Node *text)
{
    bool is_array = type->kind == TYPE_ARRAY && type->element->kind == TYPE_SCALAR &&
                    type->element->size_bytes == 1;
    if (!is_array || text->kind != NODE_TEXT)
        return text;
    int count = (int)strlen(text->text) + 1; /* with the zero, for which there may be no room */
    Node **items = ARENA_ARRAY(p->arena, Node *, count);
    for (int i = 0; i < count; ++i)
        items[i] = node_constant(p, SCALAR_I8, (uint32_t)(int32_t)text->text[i], text->span);
    if (type->length == (uint32_t)count - 1)
        --count;
    return check_list(p, type, items, count, text->span);
}

/* The items of an array from *at on; braces around inner arrays may be left out. */
static Node *array_list(Parser *p, const Type *type, Node **items, int count, int *at, Span span)
{
    int length = type->length ? (int)type->length : count, capacity = 0;
    Node *node = node_new(p, NODE_LIST, NULL, span);
    while (*at < count && node->item_count < length) {
        Node *item = check_text_as_array(p, type->element, items[*at]);
        bool elided = type->element->kind == TYPE_ARRAY && item->kind != NODE_LIST;
        if (elided)
            item = array_list(p, type->element, items, count, at, span);
        else {
            (*at)++;
            if (item->kind != NODE_LIST || item->type == type_loose_list())
                item = check_convert(p, item, type->element, "the value");
        }
        *ARENA_PUSH(p->arena, node->items, node->item_count, capacity) = node_child(node, item);
    }
    node->type =
        type->length ? type : type_array(p->arena, type->element, (uint32_t)node->item_count);
    return node;
}

const Type *type_loose_list(void)
{
    static const Field none;
    static const Type type = {
        .kind = TYPE_STRUCT, .size_bytes = 4, .align_bytes = 4, .name = "{...}", .fields = &none};
    return &type;
}

Node *check_list(Parser *p, const Type *type, Node **items, int count, Span span)
{
    int at = 0;
    if (!type)
        return check_error(p, span, "name the type before the brace",
                           "the type of this list of values is not known here");
    if (type == type_loose_list()) {
        Node *node = node_new(p, NODE_LIST, type, span);
        node->items = items;
        node->item_count = count;
        for (int i = 0; i < count; ++i)
            node_child(node, items[i]);
        return check_depth(p, node);
    }
    if (type->kind == TYPE_STRUCT)
        return check_construct(p, type, items, count, span);
    if (count == 1 && items[0] != check_text_as_array(p, type, items[0]))
        return check_text_as_array(p, type, items[0]);
    if (type->kind == TYPE_ARRAY) {
        Node *node = array_list(p, type, items, count, &at, span);
        if (at < count)
            return check_error(p, items[at]->span, NULL, "more values than the array has elements");
        return check_depth(p, node);
    }
    if (count > 1)
        return check_error(p, items[1]->span, NULL, "one value is enough for %s",
                           type_text(p->arena, type));
    return count ? check_cast(p, items[0], type, span, false) : zero_of(p, type, span);
}

Node *check_aggregate(Parser *p, const Type *type, Node **items, int count, Span span)
{
    bool is_dim3 = type->name && strcmp(type->name, "dim3") == 0;
    const Members *members = struct_members(p->compiler, type);
    Node **initials = members ? members->initials : NULL;
    if (count > type->field_count)
        return check_error(p, span, NULL, "%s has %d members, not %d", type_text(p->arena, type),
                           type->field_count, count);
    Node *node = node_new(p, NODE_CONSTRUCT, type_with_const(p->arena, type, false), span);
    node->item_count = type->field_count;
    node->items = ARENA_ARRAY(p->arena, Node *, type->field_count + 1);
    if (type->is_union && count > 1 && items[0])
        return check_error(p, span, NULL, "a union takes one value, not %d", count);
    for (int i = 0; i < type->field_count; ++i) {
        if (type->is_union && i != (count ? count - 1 : 0))
            continue; /* NULL: the one member that is given is enough */
        const Type *field = type->fields[i].type;
        Node *item = i < count && items[i]     ? items[i]
                     : initials && initials[i] ? initials[i]
                     : is_dim3                 ? node_constant(p, SCALAR_U32, 1, span)
                                               : zero_of(p, field, span);
        item = check_text_as_array(p, field, item);
        if (item->kind != NODE_LIST || item->type == type_loose_list())
            item = check_convert(p, item, field, "the value of a member");
        node->items[i] = node_child(node, item);
    }
    return check_depth(p, node);
}

Node *check_construct(Parser *p, const Type *type, Node **items, int count, Span span)
{
    bool has_gaps = false; /* where members are named, which no constructor takes */
    for (int i = 0; i < count; ++i)
        has_gaps |= !items[i];
    Node *made = has_gaps ? NULL : check_constructor(p, type, items, count, span);
    return made ? made : check_aggregate(p, type, items, count, span);
}

/* Is there a constructor that takes nothing? */
static bool has_plain_constructor(const Parser *p, const Members *members)
{
    for (int i = 0; i < members->method_count; ++i) {
        const Outline *method = &members->methods[i];
        const Token *open = &p->tokens[method->name_at + 1];
        if (method->is_constructor && (token_is(open + 1, ")") || token_is(open + 1, "void")))
            return true;
    }
    return false;
}

Node *check_initials(Parser *p, const Type *type, Span span)
{
    const Members *members = struct_members(p->compiler, type);
    bool has_values = members && members->initials;
    for (const Members *base = members ? members->base : NULL; base; base = base->base)
        has_values |= base->initials || has_plain_constructor(p, base);
    return has_values ? check_aggregate(p, type, NULL, 0, span) : NULL;
}

const Type *check_array_length(Parser *p, const Type *type, const Node *list)
{
    if (type->kind != TYPE_ARRAY || list->kind == NODE_ERROR)
        return type;
    if (list->kind != NODE_LIST) {
        check_error(p, list->span, "write a list in braces", "an array needs a list of values");
        return type;
    }
    return type->length ? type : list->type;
}

static bool put_scalar(Parser *p, const Type *type, const Node *node, unsigned char *out)
{
    if (!node->is_constant || node->type->kind != TYPE_SCALAR) {
        check_error(p, node->span, NULL, "this value must be known when the kernel is compiled");
        return false;
    }
    memcpy(out, &node->value, type->size_bytes); /* little endian, as the device is */
    return true;
}

static bool put_value(Parser *p, const Type *type, const Node *node, unsigned char *out)
{
    if (type->kind == TYPE_SCALAR)
        return put_scalar(p, type, node, out);
    if (type->kind == TYPE_POINTER && node->kind == NODE_CAST && node->a->is_constant) {
        memcpy(out, &node->a->value, sizeof node->a->value); /* a function, or NULL */
        return true;
    }
    bool is_list = node->kind == NODE_LIST || node->kind == NODE_CONSTRUCT;
    if (!is_list) {
        check_error(p, node->span, NULL, "this value must be known when the kernel is compiled");
        return false;
    }
    for (int i = 0; i < node->item_count; ++i) {
        if (!node->items[i])
            continue;
        const Type *inner = type->kind == TYPE_ARRAY ? type->element : type->fields[i].type;
        uint32_t at = type->kind == TYPE_ARRAY ? inner->size_bytes * (uint32_t)i
                                               : type->fields[i].offset_bytes;
        if (!put_value(p, inner, node->items[i], out + at))
            return false;
    }
    return true;
}

const void *check_constant_bytes(Parser *p, const Type *type, const Node *initial)
{
    unsigned char *bytes = arena_alloc(p->arena, type->size_bytes + 1);
    if (initial->kind == NODE_ERROR)
        return NULL;
    return put_value(p, type, initial, bytes) ? bytes : NULL;
}
