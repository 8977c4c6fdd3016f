/* The constant expression of #if: 64-bit integers by C's precedence, short-circuit included. Names
 * that are no macros count as 0, as the standard has it. */
#include "lang/text/operator.h"
#include "lang/text/preprocess.h"

#include <string.h>

enum { EXPRESSION_DEPTH_LIMIT = 200 };

typedef struct Value {
    uint64_t bits;
    bool is_unsigned;
} Value;

typedef struct Expression {
    Preprocessor *pp;
    const Token *at, *end; /* end is a TOKEN_END */
    Span line;
    int depth;
    bool is_ignored; /* in a branch that short-circuit skips */
    bool failed;
} Expression;

static Value parse_ternary(Expression *e);

static Value fail_at(Expression *e, const char *key)
{
    if (!e->failed)
        diag_error(e->pp->diags, e->at < e->end ? e->at->span : e->line, NULL, "%p",
                   PHRASE_KEY(key));
    e->failed = true;
    return (Value){0};
}

static bool accept(Expression *e, const char *text)
{
    if (!token_is(e->at, text))
        return false;
    e->at++;
    return true;
}

static Value truth(bool value)
{
    return (Value){value, false};
}

static Value parse_primary(Expression *e)
{
    const Token *token = e->at;
    Number number;
    if (accept(e, "(")) {
        Value value = parse_ternary(e);
        return accept(e, ")") ? value : fail_at(e, "a ) is missing in this condition");
    }
    if (token->kind == TOKEN_NUMBER) {
        if (!token_number(token, &number) || number.is_float)
            return fail_at(e, "a condition of #if needs whole numbers");
        e->at++;
        return (Value){number.integer, number.is_unsigned && number.is_64_bit};
    }
    if (token->kind == TOKEN_CHAR) {
        e->at++;
        return (Value){(uint64_t)token_character(token), false};
    }
    if (token->kind == TOKEN_NAME) {
        e->at++;
        return truth(token_is(token, "true"));
    }
    return fail_at(e, "this condition is not complete");
}

static Value parse_unary(Expression *e)
{
    static const char *const operators[] = {"!", "-", "+", "~"};
    for (int i = 0; i < 4; ++i) {
        if (!token_is(e->at, operators[i]))
            continue;
        if (++e->depth > EXPRESSION_DEPTH_LIMIT)
            return fail_at(e, "this condition is nested too deep");
        e->at++;
        Value value = parse_unary(e);
        e->depth--;
        if (i == 0)
            return truth(!value.bits);
        value.bits = i == 1 ? 0 - value.bits : i == 3 ? ~value.bits : value.bits;
        return value;
    }
    return parse_primary(e);
}

static bool operator_here(const Expression *e, BinaryOperator *op, int *tokens)
{
    bool is_shift_right = e->at < e->end && token_is_shift_right(e->at);
    *tokens = 1 + is_shift_right;
    return binary_find(e->at, is_shift_right, op);
}

/* Shifts have the type of their left operand alone. */
static Value apply_operator(Expression *e, BinaryOperator op, Value a, Value b)
{
    bool is_shift = op == BINARY_SHL || op == BINARY_SHR;
    bool is_unsigned = a.is_unsigned || (b.is_unsigned && !is_shift);
    Value out = {0, is_unsigned && !binary_is_comparison(op)};
    if (op == BINARY_OR || op == BINARY_AND)
        return truth(op == BINARY_OR ? a.bits || b.bits : a.bits && b.bits);
    if (binary_whole(op, is_unsigned, a.bits, b.bits, &out.bits))
        return out;
    return e->is_ignored ? truth(false) : fail_at(e, "division by zero in this condition");
}

static Value parse_binary(Expression *e, int lowest)
{
    Value left = parse_unary(e);
    BinaryOperator op;
    int tokens;
    while (!e->failed && operator_here(e, &op, &tokens) && binary_precedence(op) >= lowest) {
        e->at += tokens;
        bool ignored = e->is_ignored;
        e->is_ignored |= (op == BINARY_OR && left.bits) || (op == BINARY_AND && !left.bits);
        Value right = parse_binary(e, binary_precedence(op) + 1);
        left = apply_operator(e, op, left, right);
        e->is_ignored = ignored;
    }
    return left;
}

static Value parse_ternary(Expression *e)
{
    if (++e->depth > EXPRESSION_DEPTH_LIMIT)
        return fail_at(e, "this condition is nested too deep");
    Value value = parse_binary(e, 1);
    if (accept(e, "?")) {
        bool ignored = e->is_ignored;
        e->is_ignored = ignored || !value.bits;
        Value yes = parse_ternary(e);
        e->is_ignored = ignored || value.bits;
        if (!accept(e, ":"))
            fail_at(e, "a : is missing in this condition");
        Value no = e->failed ? yes : parse_ternary(e);
        e->is_ignored = ignored;
        value = value.bits ? yes : no;
        value.is_unsigned = yes.is_unsigned || no.is_unsigned;
    }
    e->depth--;
    return value;
}

/* Replaces defined NAME and defined(NAME) by 0 or 1, and __has_include(...) by 0. */
static TokenList resolve_defined(Preprocessor *pp, const Token *tokens, int count)
{
    TokenList out = {ARENA_ARRAY(pp->arena, Token, count + 1), 0};
    for (int i = 0; i < count; ++i) {
        Token *token = &out.items[out.count++];
        *token = tokens[i];
        bool asks = token_is(token, "defined"), include = token_is(token, "__has_include");
        bool bracket = i + 1 < count && token_is(&tokens[i + 1], "(");
        int name = i + 1 + bracket;
        if (include && bracket) {
            while (i < count - 1 && !token_is(&tokens[i], ")"))
                ++i;
        } else if (asks && name < count && tokens[name].kind == TOKEN_NAME) {
            i = name + (bracket && name + 1 < count && token_is(&tokens[name + 1], ")"));
        } else {
            continue;
        }
        Macro *macro = asks ? macro_find(pp, &tokens[name]) : NULL;
        if (macro)
            macro->is_used = true;
        token->kind = TOKEN_NUMBER;
        token->text = macro && macro->is_defined ? "1" : "0";
        token->length = 1;
    }
    return out;
}

bool condition_evaluate(Preprocessor *pp, const Token *tokens, int count, Span line)
{
    TokenList resolved = resolve_defined(pp, tokens, count);
    TokenList list = macro_expand_list(pp, resolved.items, resolved.count);
    Expression e = {.pp = pp, .at = list.items, .end = list.items + list.count, .line = line};
    if (list.count == 0) {
        diag_error(pp->diags, line, NULL, "this directive needs a condition");
        return false;
    }
    Value value = parse_ternary(&e);
    if (!e.failed && e.at < e.end)
        fail_at(&e, "this does not belong to the condition");
    return !e.failed && value.bits != 0;
}
