/* a[i][j] of a view of a tensor (lang/text/library.h): the element that lies i times the first and
 * j times the second stride behind the first. PyTorch makes a view of each row on the way, which
 * its compiler takes away again; here the whole index is read at once. */
#include "lang/check/check.h"
#include "lang/parse/expression.h"

#include <string.h>

static int rank_of(const Type *type)
{
    static const char *const names[] = {"data_", "sizes_", "strides_"};
    if (type->kind != TYPE_STRUCT || type->field_count != 3)
        return 0;
    for (int i = 0; i < 3; ++i)
        if (strcmp(type->fields[i].name, names[i]) != 0)
            return 0;
    return type->fields[2].type->kind == TYPE_ARRAY ? (int)type->fields[2].type->length : 0;
}

bool parse_at_accessor(Parser *p, const Node *node)
{
    return parse_at(p, "[") && rank_of(node->type) > 0;
}

static Node *member_of(Parser *p, Node *view, const char *name, Span span)
{
    Token token = {
        .kind = TOKEN_NAME, .text = name, .length = (uint32_t)strlen(name), .span = span};
    return check_member(p, view, &token, span);
}

/* [index] of one dimension, times its stride; NULL after an error. */
static Node *parse_term(Parser *p, Node *view, int dimension)
{
    int begin = p->at;
    parse_expect(p, "[", "for every dimension of the tensor");
    Node *index = p->is_broken ? NULL : parse_expression(p);
    parse_expect(p, "]", "after the index");
    if (p->is_broken)
        return NULL;
    Span span = parse_span_from(p, begin);
    Node *number = node_constant(p, SCALAR_I32, (uint64_t)dimension, span);
    Node *stride = check_index(p, member_of(p, view, "strides_", span), number, span);
    return check_arithmetic(p, OP_MUL, index, check_value(p, stride), span);
}

Node *parse_accessor(Parser *p, Node *view, int begin)
{
    bool in_template = p->in_template_arguments;
    Node *offset = NULL;
    p->in_template_arguments = false;
    for (int i = 0; i < rank_of(view->type); ++i) {
        Node *term = parse_term(p, view, i);
        if (!term)
            return parse_broken(p);
        offset =
            offset ? check_arithmetic(p, OP_ADD, offset, term, parse_span_from(p, begin)) : term;
    }
    p->in_template_arguments = in_template;
    Span span = parse_span_from(p, begin);
    return check_index(p, member_of(p, view, "data_", span), offset, span);
}
