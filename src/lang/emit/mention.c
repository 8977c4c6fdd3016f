/* Names as a reader may point at them, and the terms that say what they stand for. An expression is
 * walked once, before it is emitted: what a name leads to, member by member and subscript by
 * subscript, is a chain, and the name goes on with it until a member begins a name of its own. */
#include "lang/emit/describe.h"
#include "lang/emit/value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct MentionWalk {
    Emitter *e;
    bool is_quiet; /* only terms are wanted: the names were noted before */
} MentionWalk;

typedef struct Chain {
    uint32_t term;      /* TERM_NONE: what stands there has none */
    Mention name;       /* of a name that goes on with it; whole.length 0: there is none */
    bool takes_members; /* it ends where a member may follow */
} Chain;

static const Chain no_chain = {.term = TERM_NONE};

static uint32_t term_of(MentionWalk *walk, const Node *node, bool is_wanted);
static Chain chain_of(MentionWalk *walk, const Node *node);

static uint32_t add_term(MentionWalk *walk, ValueTerm term)
{
    Emitter *e = walk->e;
    *ARENA_PUSH(e->arena, e->terms, e->term_count, e->term_capacity) = term;
    return (uint32_t)e->term_count - 1;
}

static uint32_t add_step(MentionWalk *walk, TermKind kind, uint32_t index, uint32_t a, uint32_t b)
{
    return add_term(
        walk, (ValueTerm){.kind = (uint8_t)kind, .index = index, .a = a, .b = b, .c = TERM_NONE});
}

static uint32_t add_constant(MentionWalk *walk, ScalarType type, uint64_t bits)
{
    return add_term(walk, (ValueTerm){.kind = TERM_CONSTANT,
                                      .type = (uint8_t)type,
                                      .a = TERM_NONE,
                                      .b = TERM_NONE,
                                      .c = TERM_NONE,
                                      .bits = bits});
}

/* ---- what stands in the source ---- */

static const char *text_at(const MentionWalk *walk, Span span)
{
    return walk->e->compiler->unit->sources->files[span.file].text + span.start;
}

/* Whether the file has this text there, and no macro stands for it. */
static bool is_written(const MentionWalk *walk, Span span, const char *text)
{
    return span.length == strlen(text) && memcmp(text_at(walk, span), text, span.length) == 0;
}

/* The name of a constant, rather than a number, an expression or the call of a macro. */
static bool is_name_of_constant(const MentionWalk *walk, Span span)
{
    static const char *const literals[] = {"true", "false", "NULL", "nullptr"};
    const char *text = text_at(walk, span);
    uint32_t length = 0;
    if (!span.length || isdigit((unsigned char)*text) || (span.start > 0 && text[-1] == ':'))
        return false;
    for (int i = 0; i < 4; ++i)
        if (is_written(walk, span, literals[i]))
            return false;
    while (length < span.length && (isalnum((unsigned char)text[length]) || text[length] == '_'))
        ++length;
    return length == span.length && text[length + strspn(text + length, " \t")] != '(';
}

static void note_name(MentionWalk *walk, Mention mention)
{
    Emitter *e = walk->e;
    mention.first_pc = e->inlined->first_pc;
    if (!walk->is_quiet)
        *ARENA_PUSH(e->arena, e->mentions, e->mention_count, e->mention_capacity) = mention;
}

/* ---- chains ---- */

static void end_name(MentionWalk *walk, Chain *chain)
{
    if (chain->name.whole.length)
        note_name(walk, chain->name);
    chain->name.whole.length = 0;
    chain->takes_members = false;
}

static void begin_name(MentionWalk *walk, Chain *chain, Span name, Span whole)
{
    end_name(walk, chain);
    chain->name = (Mention){.name = name, .whole = whole, .term = chain->term};
    chain->takes_members = true;
}

static bool in_parentheses(const Node *node)
{
    while (node->kind == NODE_DECAY)
        node = node->a;
    return node->is_parenthesised;
}

static bool has_variable(const MentionWalk *walk, const Node *node)
{
    const Home *home = node->kind == NODE_DECL ? &walk->e->homes[node->decl->number] : NULL;
    return home && home->is_set && home->variable >= 0;
}

static Chain variable_chain(MentionWalk *walk, const Node *node)
{
    Chain chain = no_chain;
    if (!has_variable(walk, node))
        return chain;
    uint32_t index = (uint32_t)walk->e->homes[node->decl->number].variable;
    chain.term = add_step(walk, TERM_VARIABLE, index, TERM_NONE, TERM_NONE);
    if (is_written(walk, node->mark, node->decl->name))
        begin_name(walk, &chain, node->mark, node->mark);
    return chain;
}

/* v.x, p->x: a member that follows a name at once belongs to it. */
static Chain member_chain(MentionWalk *walk, const Node *node)
{
    const char *field = node->a->type->fields[node->field].name;
    bool is_arrow = node->a->kind == NODE_DEREF && is_written(walk, node->a->mark, "->");
    const Node *owner = is_arrow ? node->a->a : node->a;
    uint32_t length = (uint32_t)strlen(field);
    Chain chain = chain_of(walk, owner);
    Span name = {node->mark.file, node->mark.start + node->mark.length - length, length};
    Span last = chain.name.name;
    if (chain.term == TERM_NONE)
        return chain;
    chain.term = add_step(walk, is_arrow ? TERM_ARROW : TERM_MEMBER, (uint32_t)node->field,
                          chain.term, TERM_NONE);
    bool is_next = chain.takes_members && !in_parentheses(owner) &&
                   name.start == last.start + last.length + 1 + is_arrow;
    if (!is_written(walk, name, field)) {
        end_name(walk, &chain);
    } else if (is_next) {
        chain.name.name = chain.name.whole = span_join(last, name);
        chain.name.term = chain.term;
    } else {
        begin_name(walk, &chain, name, node->mark);
    }
    return chain;
}

/* a[i]; also *(a + i), which no name goes on with. */
static Chain element_chain(MentionWalk *walk, const Node *node)
{
    const Node *offset = node->a;
    Span span = node->mark;
    bool is_subscript = span.length > 0 && span.start == offset->span.start &&
                        span.length == offset->span.length &&
                        text_at(walk, span)[span.length - 1] == ']';
    Chain chain = chain_of(walk, offset->a);
    uint32_t index = term_of(walk, offset->b, chain.term != TERM_NONE);
    bool is_known = chain.term != TERM_NONE && index != TERM_NONE;
    if (!is_subscript || in_parentheses(offset->a) || !is_known)
        end_name(walk, &chain);
    if (!is_known)
        return no_chain;
    chain.term = add_step(walk, TERM_ELEMENT, 0, chain.term, index);
    chain.takes_members = false;
    if (chain.name.whole.length) {
        chain.name.whole = span_join(chain.name.whole, span);
        chain.name.term = chain.term;
    }
    return chain;
}

static Chain deref_chain(MentionWalk *walk, const Node *node)
{
    if (node->a->kind == NODE_OFFSET && node->a->op == OP_ADD)
        return element_chain(walk, node);
    Chain chain = chain_of(walk, node->a);
    end_name(walk, &chain);
    if (chain.term != TERM_NONE)
        chain.term = add_step(walk, TERM_STAR, 0, chain.term, TERM_NONE);
    return chain;
}

static Chain chain_of(MentionWalk *walk, const Node *node)
{
    bool is_same = node->kind == NODE_DECAY || (node->kind == NODE_CAST && node->is_implicit &&
                                                node->type->kind == TYPE_POINTER);
    switch (is_same ? NODE_DECAY : node->kind) {
    case NODE_DECL: return variable_chain(walk, node);
    case NODE_MEMBER: return member_chain(walk, node);
    case NODE_DEREF: return deref_chain(walk, node);
    case NODE_DECAY: return chain_of(walk, node->a);
    default: term_of(walk, node, false); return no_chain;
    }
}

/* ---- values ---- */

/* Notes the names in all nodes below this one. */
static void walk_below(MentionWalk *walk, const Node *node)
{
    const Node *const parts[] = {node->a, node->b, node->c};
    for (int i = 0; i < 3; ++i)
        if (parts[i])
            term_of(walk, parts[i], false);
    for (int i = 0; i < node->item_count; ++i)
        if (node->items[i])
            term_of(walk, node->items[i], false);
}

/* A node as it is written, without parentheses around it. */
static Span own_span(const Node *node)
{
    bool has_mark =
        node->kind == NODE_BINARY || node->kind == NODE_CONDITIONAL || node->kind == NODE_LOGICAL;
    return has_mark ? node->span : node->mark;
}

static uint32_t constant_term(MentionWalk *walk, const Node *node, bool is_wanted)
{
    bool is_variable = has_variable(walk, node->kind == NODE_CAST ? node->a : node);
    if (!is_variable && is_name_of_constant(walk, own_span(node))) {
        uint32_t term = add_constant(walk, node->type->scalar, node->value);
        note_name(walk, (Mention){.name = own_span(node), .whole = own_span(node), .term = term});
    } else {
        walk_below(walk, node);
    }
    return is_wanted ? add_constant(walk, node->type->scalar, node->value) : TERM_NONE;
}

static uint32_t special_term(MentionWalk *walk, const Node *node)
{
    uint32_t index = 3u * (uint32_t)node->special + node->axis;
    uint32_t term = add_step(walk, TERM_SPECIAL, index, TERM_NONE, TERM_NONE);
    if (is_written(walk, node->mark, describe_special(walk->e, node)))
        note_name(walk, (Mention){.name = node->mark, .whole = node->mark, .term = term});
    return term;
}

/* A node as an instruction; parts are its operands in order. False if it is none. */
static bool instruction_of(const Node *node, ValueTerm *term, const Node *parts[3])
{
    *term = (ValueTerm){
        .kind = TERM_VALUE, .op = node->op, .a = TERM_NONE, .b = TERM_NONE, .c = TERM_NONE};
    parts[0] = node->a;
    parts[1] = node->b;
    parts[2] = node->c;
    switch (node->kind) {
    case NODE_UNARY:
    case NODE_BINARY: term->type = (uint8_t)type_scalar_of(node->a->type); return true;
    case NODE_CONDITIONAL:
        term->op = OP_SELECT;
        term->type = (uint8_t)type_scalar_of(node->type);
        return node->type->kind == TYPE_SCALAR;
    case NODE_CAST:
        term->op = OP_CONVERT;
        term->type = (uint8_t)type_scalar_of(node->type);
        term->type2 = (uint8_t)type_scalar_of(node->a->type);
        return node->type->kind == TYPE_SCALAR && node->a->type->kind != TYPE_STRUCT;
    case NODE_OPERATION:
        for (int i = 0; i < 3; ++i)
            parts[i] = i < node->item_count ? node->items[i] : NULL;
        term->type = (uint8_t)operation_type(node);
        term->imm = node->imm;
        return opcode_info[node->op].class == CLASS_VALUE && node->op != OP_BITS && parts[0];
    default: return false;
    }
}

static uint32_t value_term(MentionWalk *walk, const Node *node, bool is_wanted)
{
    ValueTerm term;
    const Node *parts[3];
    if (!is_wanted || !instruction_of(node, &term, parts)) {
        walk_below(walk, node);
        return TERM_NONE;
    }
    uint32_t *const operands[] = {&term.a, &term.b, &term.c};
    bool is_known = true;
    for (int i = 0; i < 3 && parts[i]; ++i) {
        *operands[i] = term_of(walk, parts[i], true);
        is_known &= *operands[i] != TERM_NONE;
    }
    if (term.op == OP_CONVERT && term.type == term.type2)
        return term.a;
    return is_known ? add_term(walk, term) : TERM_NONE;
}

/* a && b is a ? b : false: the right side may mean nothing where the left one decides. */
static uint32_t logical_term(MentionWalk *walk, const Node *node, bool is_wanted)
{
    uint32_t a = term_of(walk, node->a, is_wanted), b = term_of(walk, node->b, is_wanted);
    if (a == TERM_NONE || b == TERM_NONE)
        return TERM_NONE;
    uint32_t decided = add_constant(walk, SCALAR_BOOL, node->op == OP_OR);
    bool is_and = node->op == OP_AND;
    return add_term(walk, (ValueTerm){.kind = TERM_VALUE,
                                      .op = OP_SELECT,
                                      .type = SCALAR_BOOL,
                                      .a = a,
                                      .b = is_and ? b : decided,
                                      .c = is_and ? decided : b});
}

/* Notes the names in a node and gives its term. Without is_wanted the names are all that matters,
 * and what is given means nothing. */
static uint32_t term_of(MentionWalk *walk, const Node *node, bool is_wanted)
{
    if (node->is_constant && node->type->kind == TYPE_SCALAR && !has_variable(walk, node))
        return constant_term(walk, node, is_wanted);
    Chain chain;
    switch (node->kind) {
    case NODE_DECL:
    case NODE_MEMBER:
    case NODE_DEREF:
    case NODE_DECAY:
        chain = chain_of(walk, node);
        end_name(walk, &chain);
        return chain.term;
    case NODE_SPECIAL: return special_term(walk, node);
    case NODE_LOGICAL: return logical_term(walk, node, is_wanted);
    default: return value_term(walk, node, is_wanted);
    }
}

void describe_names(Emitter *e, const Node *node)
{
    MentionWalk walk = {.e = e};
    if (node)
        term_of(&walk, node, false);
}

void describe_left_out(Emitter *e, const Stmt *stmt)
{
    for (; stmt; stmt = stmt->next) {
        describe_names(e, stmt->decl ? stmt->decl->initial : NULL);
        describe_names(e, stmt->expr);
        describe_names(e, stmt->step);
        describe_left_out(e, stmt->init);
        describe_left_out(e, stmt->body);
        describe_left_out(e, stmt->other);
    }
}

void describe_declared(Emitter *e, int variable)
{
    MentionWalk walk = {.e = e};
    const Variable *declared = &e->variables[variable];
    if (!is_written(&walk, declared->span, declared->name))
        return;
    uint32_t term = add_step(&walk, TERM_VARIABLE, (uint32_t)variable, TERM_NONE, TERM_NONE);
    note_name(&walk, (Mention){.name = declared->span, .whole = declared->span, .term = term});
}

uint32_t describe_term(Emitter *e, const Node *node)
{
    MentionWalk walk = {.e = e, .is_quiet = true};
    return term_of(&walk, node, true);
}

/* ---- the table ---- */

void describe_function_end(Emitter *e, int first_mention)
{
    for (int i = first_mention; i < e->mention_count; ++i)
        if (!e->mentions[i].end_pc)
            e->mentions[i].end_pc = (uint32_t)e->code_count;
}

static int by_place(const void *a, const void *b)
{
    const Mention *x = a, *y = b;
    if (x->name.file != y->name.file)
        return x->name.file < y->name.file ? -1 : 1;
    if (x->name.start != y->name.start)
        return x->name.start < y->name.start ? -1 : 1;
    if (x->first_pc != y->first_pc)
        return x->first_pc < y->first_pc ? -1 : 1;
    return x->end_pc > y->end_pc ? -1 : x->end_pc < y->end_pc;
}

/* What a macro repeats is mentioned once. */
void describe_sort(Emitter *e)
{
    int kept = 0;
    if (e->mention_count)
        qsort(e->mentions, (size_t)e->mention_count, sizeof *e->mentions, by_place);
    for (int i = 0; i < e->mention_count; ++i)
        if (!kept || by_place(&e->mentions[kept - 1], &e->mentions[i]))
            e->mentions[kept++] = e->mentions[i];
    e->mention_count = kept;
}
