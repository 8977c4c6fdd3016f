/* Statements. Each ends where the next can be read, whatever happened in it: a broken one is
 * skipped to its semicolon or closing brace, so that one run shows several mistakes. */
#include "lang/check/call.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"
#include "lang/ptx/asm.h"
#include "lang/tree/kinds.h"

#include <string.h>

enum { ANGLES_LIMIT = 500 };

static Stmt *parse_statement(Parser *p);

static Stmt *empty_statement(Parser *p)
{
    return stmt_new(p, STMT_EMPTY, parse_peek(p)->span, NULL);
}

/* Whether the token stands where a declaration has the name that it declares. */
static bool may_be_declared(const Token *token)
{
    static const char *const before[] = {">", "*", "&", NULL};
    static const char *const behind[] = {"=", ";", "(", "{", "[", NULL};
    const Token *last = token - 1;
    bool is_behind_type =
        token_is_any(last, before) || (last->kind == TOKEN_NAME && !token_is(last, "return"));
    return parse_is_name(token) && is_behind_type && token_is_any(token + 1, behind);
}

/* What a broken statement, from begin to here, may have declared is no mistake where it is used. */
static void forgive_names(Parser *p, int begin)
{
    int depth = 0;
    for (int i = begin; i < p->at; ++i) {
        const Token *token = &p->tokens[i];
        depth += token_is(token, "(") + token_is(token, "{") - token_is(token, ")") -
                 token_is(token, "}");
        if (depth == 0 && i > begin && may_be_declared(token) &&
            !scope_find(p, token->text, token->length))
            scope_add(p, parse_token_text(p, token), SYMBOL_BROKEN);
    }
}

/* Skips the rest of a statement that is not read. */
static void skip_to_end(Parser *p)
{
    while (parse_peek(p)->kind != TOKEN_END && !parse_at(p, ";") && !parse_at(p, "}")) {
        if (parse_at(p, "{")) {
            parse_skip_balanced(p);
            if (parse_at(p, "catch"))
                continue;
            p->is_broken = false;
            return;
        }
        if (parse_at(p, "("))
            parse_skip_balanced(p);
        else
            p->at++;
    }
    parse_accept(p, ";");
    p->is_broken = false;
}

/* Skips the rest of a broken statement, which begins at token begin. */
static void skip_broken_statement(Parser *p, int begin)
{
    skip_to_end(p);
    forgive_names(p, begin);
}

Stmt *parse_body(Parser *p)
{
    bool in_switch = p->in_switch_body;
    p->in_switch_body = false;
    scope_open(p);
    Stmt *body = parse_statement(p);
    scope_close(p);
    p->in_switch_body = in_switch;
    return body;
}

/* Where the template arguments end that begin `ahead` tokens from here, or ahead itself. */
static int behind_angles(const Parser *p, int ahead)
{
    for (int depth = token_is(parse_ahead(p, ahead), "<"); depth > 0 && ahead < ANGLES_LIMIT;) {
        const Token *token = parse_ahead(p, ++ahead);
        depth += token_is(token, "<") - token_is(token, ">");
        if (depth == 0)
            ahead++;
    }
    return ahead;
}

/* S (*f)(..., S (*rows)[4] and S (&rows)[4]: a ( that begins a declarator and no value. */
static bool at_declared_in_brackets(Parser *p, int ahead)
{
    const Token *sign = parse_ahead(p, ahead + 1), *behind = parse_ahead(p, ahead + 4);
    bool is_pointer = token_is(sign, "*");
    return token_is(parse_ahead(p, ahead), "(") && (is_pointer || token_is(sign, "&")) &&
           parse_is_name(parse_ahead(p, ahead + 2)) && token_is(parse_ahead(p, ahead + 3), ")") &&
           (token_is(behind, "[") || (is_pointer && token_is(behind, "(")));
}

static bool at_declaration(Parser *p)
{
    if (parse_at(p, "using") || parse_at(p, "alignas") || parse_at(p, "__align__"))
        return true;
    if (!parse_at_type(p))
        return false;
    /* A statement may begin with a type and be an expression: float4(x).y; S<T>(x)(y);
     * S<T>::f(); */
    if (!parse_is_name(parse_peek(p)))
        return true;
    int ahead = behind_angles(p, 1);
    while (token_is(parse_ahead(p, ahead), "::") && ahead < ANGLES_LIMIT)
        ahead = behind_angles(p, ahead + 2);
    return !token_is(parse_ahead(p, ahead), "(") || at_declared_in_brackets(p, ahead);
}

/* Past a statement, by its brackets and semicolons alone. */
static void skip_statement(Parser *p)
{
    if (parse_accept(p, "if")) {
        parse_accept(p, "constexpr");
        parse_skip_balanced(p);
        skip_statement(p);
        if (parse_accept(p, "else"))
            skip_statement(p);
    } else if (parse_accept(p, "for") || parse_accept(p, "while") || parse_accept(p, "switch")) {
        parse_skip_balanced(p);
        skip_statement(p);
    } else if (parse_accept(p, "do")) {
        skip_statement(p);
        skip_to_end(p);
    } else if (parse_at(p, "{")) {
        parse_skip_balanced(p);
    } else {
        skip_to_end(p);
    }
}

static bool is_in_template(const Parser *p)
{
    return p->function && (p->function->outline->is_template || p->function->outline->owner);
}

/* A branch that if constexpr leaves out has nothing that could be switched off. In a template it
 * need not even fit the types that the template was given: then it is not kept. */
static Stmt *parse_branch(Parser *p, bool is_left_out)
{
    if (!is_left_out)
        return parse_body(p);
    Diags *loud = p->compiler->diags, *quiet = diags_new(p->arena);
    int begin = p->at;
    if (is_in_template(p))
        p->compiler->diags = quiet;
    p->left_out++;
    Stmt *body = parse_body(p);
    p->left_out--;
    p->compiler->diags = loud;
    if (!quiet->error_count)
        return body;
    p->is_broken = false;
    p->at = begin;
    skip_statement(p);
    return empty_statement(p);
}

/* Behind if ( or switch (: if a declaration stands here, one that ends with a ;, it is read and
 * given. */
static Stmt *parse_init(Parser *p)
{
    if (p->is_broken || !at_declaration(p))
        return NULL;
    for (int n = 0, depth = 0; depth >= 0 && parse_ahead(p, n)->kind != TOKEN_END; ++n) {
        const Token *token = parse_ahead(p, n);
        depth += token_is(token, "(") || token_is(token, "{");
        depth -= token_is(token, ")") || token_is(token, "}");
        if (depth == 0 && token_is(token, ";"))
            return parse_declaration(p);
    }
    return NULL;
}

/* At a variable that a condition declares; float(x) is a value, also where a declaration could
 * begin so. */
static bool at_tested_variable(Parser *p)
{
    return !p->is_broken && at_declaration(p) && !token_is(parse_ahead(p, 1), "(");
}

/* What is tested: an expression, or the variable that is declared here, which is added to *init. */
static Node *parse_tested(Parser *p, Stmt **init)
{
    if (!at_tested_variable(p))
        return p->is_broken ? parse_broken(p) : parse_expression(p);
    Specifiers s = parse_specifiers(p);
    Declarator d = parse_declarator(p, &s);
    parse_expect(p, "=", "after the variable that is tested");
    Node *value = p->is_broken || !d.name ? NULL : parse_assignment(p);
    if (!value || p->is_broken)
        return parse_broken(p);
    Stmt **link = stmt_end(init);
    *link = parse_declare(p, &s, &d, value);
    return check_decl(p, (*link)->decl, d.span);
}

/* A block of the declarations and the statement that needs them. */
static Stmt *with_init(Parser *p, Stmt *init, Stmt *stmt)
{
    if (!init)
        return stmt;
    Stmt *block = stmt_new(p, STMT_BLOCK, stmt->span, NULL);
    block->body = init;
    *stmt_end(&init) = stmt;
    return block;
}

static Stmt *parse_if_in_scope(Parser *p)
{
    int begin = p->at++;
    Stmt *init = NULL;
    bool is_constexpr = parse_accept(p, "constexpr");
    parse_expect(p, "(", "after if");
    Span place = p->tokens[begin].span;
    if (!p->is_broken)
        init = parse_init(p);
    bool is_declared = at_tested_variable(p);
    Node *condition = p->is_broken ? NULL : check_condition(p, parse_tested(p, &init));
    parse_expect(p, ")", "after the condition");
    if (p->is_broken)
        return empty_statement(p);
    Stmt *stmt = stmt_new(p, STMT_IF, parse_span_from(p, begin), NULL);
    bool is_decided = is_constexpr && condition->is_constant;
    if (!is_decided && !is_declared) {
        parse_switchable(p, WITHOUT_CHECK, place, parse_span_from(p, begin));
        stmt->is_off = parse_without(p, WITHOUT_CHECK, place);
    }
    stmt->expr = condition;
    stmt->body = parse_branch(p, is_decided && !condition->value);
    if (parse_accept(p, "else"))
        stmt->other = parse_branch(p, is_decided && condition->value);
    stmt->span = parse_span_from(p, begin);
    return with_init(p, init, stmt);
}

static Stmt *parse_if(Parser *p)
{
    scope_open(p);
    Stmt *stmt = parse_if_in_scope(p);
    scope_close(p);
    return stmt;
}

static Stmt *parse_while(Parser *p)
{
    int begin = p->at++;
    parse_expect(p, "(", "after while");
    Node *condition = p->is_broken ? NULL : check_condition(p, parse_expression(p));
    parse_expect(p, ")", "after the condition");
    if (p->is_broken)
        return empty_statement(p);
    Stmt *stmt = stmt_new(p, STMT_LOOP, parse_span_from(p, begin), condition);
    p->loops++;
    stmt->body = parse_body(p);
    p->loops--;
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static Stmt *parse_do(Parser *p)
{
    int begin = p->at++;
    Stmt *stmt = stmt_new(p, STMT_LOOP, p->tokens[begin].span, NULL);
    stmt->is_do = true;
    p->loops++;
    stmt->body = parse_body(p);
    p->loops--;
    int test = p->at;
    parse_expect(p, "while", "after the body of do");
    parse_expect(p, "(", "after while");
    if (!p->is_broken)
        stmt->expr = check_condition(p, parse_expression(p));
    parse_expect(p, ")", "after the condition");
    parse_expect(p, ";", "after do ... while (...)");
    stmt->head = parse_span_from(p, test);
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static void parse_for_head(Parser *p, Stmt *stmt)
{
    parse_expect(p, "(", "after for");
    if (p->is_broken)
        return;
    if (at_declaration(p)) {
        stmt->init = parse_declaration(p);
    } else if (!parse_accept(p, ";")) {
        stmt->init = stmt_new(p, STMT_EXPRESSION, parse_peek(p)->span, NULL);
        stmt->init->expr = parse_expression(p);
        stmt->init->span = stmt->init->expr->span;
        parse_expect(p, ";", "after the first part of for");
    }
    if (!p->is_broken && !parse_at(p, ";"))
        stmt->expr = check_condition(p, parse_expression(p));
    parse_expect(p, ";", "after the condition of for");
    if (!p->is_broken && !parse_at(p, ")"))
        stmt->step = parse_expression(p);
    parse_expect(p, ")", "after the head of for");
}

static Stmt *parse_for(Parser *p)
{
    int begin = p->at;
    if (parse_at_range_for(p))
        return parse_range_for(p);
    p->at++;
    Stmt *stmt = stmt_new(p, STMT_LOOP, p->tokens[begin].span, NULL);
    scope_open(p);
    parse_for_head(p, stmt);
    stmt->head = parse_span_from(p, begin);
    if (!p->is_broken) {
        p->loops++;
        stmt->body = parse_body(p);
        p->loops--;
    }
    scope_close(p);
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static Stmt *parse_case(Parser *p)
{
    int begin = p->at;
    Stmt *stmt = stmt_new(p, STMT_CASE, parse_peek(p)->span, NULL);
    if (!p->in_switch_body)
        parse_error(p, stmt->span, "put it directly into the braces of a switch",
                    "a case label cannot stand here");
    if (!parse_accept(p, "default")) {
        p->at++;
        stmt->expr = p->is_broken ? NULL : check_value(p, parse_assignment(p));
        if (stmt->expr && stmt->expr->kind != NODE_ERROR &&
            (!stmt->expr->is_constant || !type_is_integer(stmt->expr->type)))
            check_error(p, stmt->expr->span, NULL,
                        "the value of a case must be a whole number known when it is compiled");
    }
    parse_expect(p, ":", "after the case");
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static Stmt *parse_switch_in_scope(Parser *p)
{
    int begin = p->at++;
    Stmt *init = NULL;
    parse_expect(p, "(", "after switch");
    if (!p->is_broken)
        init = parse_init(p);
    Node *value = p->is_broken ? NULL : check_value(p, parse_tested(p, &init));
    parse_expect(p, ")", "after the value of switch");
    if (p->is_broken)
        return empty_statement(p);
    Stmt *stmt = stmt_new(p, STMT_SWITCH, parse_span_from(p, begin), NULL);
    if (value->kind != NODE_ERROR && !type_is_integer(value->type))
        check_error(p, value->span, NULL, "switch needs a whole number");
    stmt->expr = value->kind == NODE_ERROR || !type_is_integer(value->type)
                     ? value
                     : check_convert(p, value, type_scalar(scalar_promote(value->type->scalar)),
                                     "the value of switch");
    if (!parse_at(p, "{"))
        parse_expect(p, "{", "before the cases");
    p->switches++;
    p->next_is_switch_body = true;
    stmt->body = p->is_broken ? empty_statement(p) : parse_block(p);
    p->switches--;
    stmt->span = parse_span_from(p, begin);
    return with_init(p, init, stmt);
}

static Stmt *parse_switch(Parser *p)
{
    scope_open(p);
    Stmt *stmt = parse_switch_in_scope(p);
    scope_close(p);
    return stmt;
}

static Stmt *parse_jump(Parser *p)
{
    bool is_break = parse_at(p, "break");
    Stmt *stmt = stmt_new(p, is_break ? STMT_BREAK : STMT_CONTINUE, parse_peek(p)->span, NULL);
    if (!p->loops && !(is_break && p->switches))
        check_error(p, stmt->span, NULL,
                    is_break ? "there is no loop here to leave"
                             : "there is no loop here to continue");
    p->at++;
    parse_expect(p, ";", is_break ? "after break" : "after continue");
    return stmt;
}

/* The value of a return in a function that returns a reference to type: an error if it is no lvalue
 * of that type, nor a ?: between two. */
static Node *check_reference(Parser *p, Node *value, const Type *type)
{
    if (value->kind == NODE_ERROR)
        return value;
    bool drops_const = value->type->is_const && !type->is_const;
    if (value->kind == NODE_CONDITIONAL && value->b->is_lvalue && value->c->is_lvalue) {
        Node *b = check_address(p, value->b, value->span);
        Node *c = check_address(p, value->c, value->span);
        value = check_deref(p, check_conditional(p, value->a, b, c, value->mark), value->span);
    }
    if (!value->is_lvalue || !type_equal(value->type, type) || drops_const)
        return check_error(p, value->span, NULL,
                           "a reference to %s can only stand for a variable of that type",
                           type_text(p->arena, type));
    const Node *base = value;
    while (base->kind == NODE_MEMBER)
        base = base->a;
    bool is_own = base->kind == NODE_DECL && !base->decl->is_reference &&
                  (base->decl->kind == DECL_LOCAL || base->decl->kind == DECL_PARAMETER);
    if (is_own)
        return check_error(p, value->span, "return the value",
                           "'%s' ends with the function; a reference to it cannot be returned",
                           base->decl->name);
    if (!type->is_const)
        check_mark_written(value);
    return value;
}

/* Where C++ makes or ends an object without a name. */
static void refuse_object(Parser *p, const Node *object)
{
    check_error(p, object->span, "declare a variable of it where it is used",
                "an object with a destructor that is no variable of its own is not supported");
}

static Stmt *parse_return(Parser *p)
{
    int begin = p->at++;
    Stmt *stmt = stmt_new(p, STMT_RETURN, p->tokens[begin].span, NULL);
    const Type *result = p->function ? p->function->result : NULL;
    if (!parse_at(p, ";")) {
        Node *value = parse_initialiser(p, result);
        if (!p->is_broken && !result)
            result = p->function->result = check_value(p, value)->type;
        if (!p->is_broken && value->kind == NODE_DECL && !p->function->returns_reference &&
            type_has_destructor(p->compiler, value->type))
            refuse_object(p, value);
        if (!p->is_broken && p->function->returns_reference)
            stmt->expr = check_reference(p, value, result);
        else if (!p->is_broken && result->kind == TYPE_VOID && value->type->kind != TYPE_VOID)
            check_error(p, value->span, "write to memory instead",
                        "a function of type void returns no value");
        else if (!p->is_broken && result->kind != TYPE_VOID)
            stmt->expr = check_convert(p, value, result, "the returned value");
        else if (!p->is_broken)
            stmt->expr = value;
    } else if (!result && p->function)
        p->function->result = type_void();
    else if (result && result->kind != TYPE_VOID)
        check_error(p, stmt->span, NULL, "a value of type %s must be returned",
                    type_text(p->arena, result));
    parse_expect(p, ";", "after return");
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static Stmt *parse_expression_statement(Parser *p)
{
    int begin = p->at;
    Stmt *stmt = stmt_new(p, STMT_EXPRESSION, parse_peek(p)->span, NULL);
    stmt->expr = parse_expression(p);
    if (!stmt->expr->is_lvalue && type_has_destructor(p->compiler, stmt->expr->type))
        refuse_object(p, stmt->expr);
    parse_expect(p, ";", "after the statement");
    stmt->span = parse_span_from(p, begin);
    return stmt;
}

static Stmt *parse_other(Parser *p)
{
    if (parse_at(p, "if"))
        return parse_if(p);
    if (parse_at(p, "for"))
        return parse_for(p);
    if (parse_at(p, "while"))
        return parse_while(p);
    if (parse_at(p, "do"))
        return parse_do(p);
    if (parse_at(p, "switch"))
        return parse_switch(p);
    if (parse_at(p, "break") || parse_at(p, "continue"))
        return parse_jump(p);
    if (parse_at(p, "return"))
        return parse_return(p);
    if (parse_is_name(parse_peek(p)) && token_is(parse_ahead(p, 1), ":") && !parse_at(p, "::"))
        parse_error(p, parse_peek(p)->span, "use a loop, break or return",
                    "labels are not supported");
    return parse_expression_statement(p);
}

static Stmt *parse_switchable_statement(Parser *p)
{
    int begin = p->at;
    Span start = parse_peek(p)->span;
    if (parse_at(p, "return") && p->function && p->function->is_deduced)
        return parse_other(p); /* without it the function would be another one */
    bool is_off = parse_without(p, WITHOUT_LINE, start);
    int noted = parse_switchable(p, WITHOUT_LINE, start, start);
    Stmt *stmt = parse_other(p);
    if (noted >= 0)
        p->compiler->switchables[noted].span = parse_span_from(p, begin);
    if (!is_off)
        return stmt;
    Stmt *nothing = empty_statement(p);
    nothing->off = stmt;
    return nothing;
}

static Stmt *parse_one(Parser *p)
{
    parse_skip_attributes(p);
    if (parse_at(p, "{"))
        return parse_block(p);
    if (parse_accept(p, ";"))
        return empty_statement(p);
    if (parse_at(p, "static_assert")) {
        parse_static_assert(p);
        return empty_statement(p);
    }
    if (parse_at(p, "case") || parse_at(p, "default"))
        return parse_case(p);
    if (parse_at(p, "namespace") && token_is(parse_ahead(p, 2), "=")) {
        skip_to_end(p);
        return empty_statement(p);
    }
    if (parse_at(p, "asm") || parse_at(p, "__asm__") || parse_at(p, "__asm"))
        return parse_asm(p);
    if (at_declaration(p)) {
        Stmt *first = parse_declaration(p);
        return first ? first : empty_statement(p);
    }
    return parse_switchable_statement(p);
}

static Stmt *parse_statement(Parser *p)
{
    int begin = p->at;
    if (!parse_nest(p)) {
        skip_broken_statement(p, begin);
        return empty_statement(p);
    }
    Stmt *stmt = parse_one(p);
    parse_unnest(p);
    if (p->is_broken)
        skip_broken_statement(p, begin);
    if (p->at == begin && parse_peek(p)->kind != TOKEN_END && !parse_at(p, "}"))
        p->at++;
    return stmt;
}

Stmt *parse_block(Parser *p)
{
    int begin = p->at;
    bool in_switch = p->in_switch_body;
    Stmt *block = stmt_new(p, STMT_BLOCK, parse_peek(p)->span, NULL), **link = &block->body;
    parse_expect(p, "{", "here");
    p->in_switch_body = p->next_is_switch_body;
    p->next_is_switch_body = false;
    scope_open(p);
    while (!parse_at(p, "}") && parse_peek(p)->kind != TOKEN_END) {
        bool is_body = p->in_switch_body;
        *link = parse_statement(p);
        p->in_switch_body = is_body;
        link = stmt_end(link);
    }
    scope_close(p);
    p->in_switch_body = in_switch;
    parse_expect(p, "}", "to close the block");
    block->span = parse_span_from(p, begin);
    return block;
}
