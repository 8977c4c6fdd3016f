/* The constant expression of #if: 64-bit integers by C's precedence, short-circuit included. Names
 * that are no macros count as 0, as the standard has it. */
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

static Value fail(Expression *e, const char *message)
{
    if (!e->failed)
        diag_error(e->pp->diags, e->at < e->end ? e->at->span : e->line, NULL, "%s", message);
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
        return accept(e, ")") ? value : fail(e, "a ) is missing in this condition");
    }
    if (token->kind == TOKEN_NUMBER) {
        if (!token_number(token, &number) || number.is_float)
            return fail(e, "a condition of #if needs whole numbers");
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
    return fail(e, "this condition is not complete");
}

static Value parse_unary(Expression *e)
{
    static const char *const operators[] = {"!", "-", "+", "~"};
    for (int i = 0; i < 4; ++i) {
        if (!token_is(e->at, operators[i]))
            continue;
        if (++e->depth > EXPRESSION_DEPTH_LIMIT)
            return fail(e, "this condition is nested too deep");
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

typedef struct Operator {
    const char *text;
    int precedence;
} Operator;

static const Operator operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
    {"!=", 6}, {"<=", 7}, {">=", 7}, {"<", 7},  {">", 7},  {"<<", 8},
    {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

static const Operator *next_operator(const Expression *e)
{
    const char *text = NULL;
    if (e->at < e->end && token_is_shift_right(e->at))
        text = ">>";
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i)
        if (text ? strcmp(operators[i].text, text) == 0 : token_is(e->at, operators[i].text))
            return &operators[i];
    return NULL;
}

static Value divide(Expression *e, bool remainder, Value a, Value b, bool is_unsigned)
{
    if (b.bits == 0) {
        if (!e->is_ignored)
            return fail(e, "division by zero in this condition");
        return (Value){0};
    }
    if (is_unsigned)
        return (Value){remainder ? a.bits % b.bits : a.bits / b.bits, true};
    if (b.bits == UINT64_MAX) /* -1: also right for the smallest number */
        return (Value){remainder ? 0 : 0 - a.bits, false};
    int64_t x = (int64_t)a.bits, y = (int64_t)b.bits;
    return (Value){(uint64_t)(remainder ? x % y : x / y), false};
}

static Value compare(const char *text, Value a, Value b, bool is_unsigned)
{
    int64_t x = (int64_t)a.bits, y = (int64_t)b.bits;
    bool less = is_unsigned ? a.bits < b.bits : x < y;
    bool equal = a.bits == b.bits;
    if (text[0] == '=')
        return truth(equal);
    if (text[0] == '!')
        return truth(!equal);
    bool or_equal = text[1] == '=' && equal;
    return truth(text[0] == '<' ? less || or_equal : (!less && !equal) || or_equal);
}

static Value shift(bool left, Value a, Value b)
{
    unsigned count = b.bits & 63;
    if (left)
        return (Value){a.bits << count, a.is_unsigned};
    uint64_t fill = !a.is_unsigned && a.bits >> 63 && count ? ~(UINT64_MAX >> count) : 0;
    return (Value){a.bits >> count | fill, a.is_unsigned};
}

static Value apply(Expression *e, const Operator *op, Value a, Value b)
{
    bool is_unsigned = a.is_unsigned || b.is_unsigned;
    switch (op->precedence) {
    case 1: return truth(a.bits || b.bits);
    case 2: return truth(a.bits && b.bits);
    case 3: return (Value){a.bits | b.bits, is_unsigned};
    case 4: return (Value){a.bits ^ b.bits, is_unsigned};
    case 5: return (Value){a.bits & b.bits, is_unsigned};
    case 6:
    case 7: return compare(op->text, a, b, is_unsigned);
    case 8: return shift(op->text[0] == '<', a, b);
    case 9: return (Value){op->text[0] == '+' ? a.bits + b.bits : a.bits - b.bits, is_unsigned};
    default: break;
    }
    if (op->text[0] == '*')
        return (Value){a.bits * b.bits, is_unsigned};
    return divide(e, op->text[0] == '%', a, b, is_unsigned);
}

static Value parse_binary(Expression *e, int lowest)
{
    Value left = parse_unary(e);
    const Operator *op;
    while (!e->failed && (op = next_operator(e)) && op->precedence >= lowest) {
        e->at += strcmp(op->text, ">>") == 0 ? 2 : 1;
        bool ignored = e->is_ignored;
        e->is_ignored |= (op->precedence == 1 && left.bits) || (op->precedence == 2 && !left.bits);
        Value right = parse_binary(e, op->precedence + 1);
        left = apply(e, op, left, right);
        e->is_ignored = ignored;
    }
    return left;
}

static Value parse_ternary(Expression *e)
{
    if (++e->depth > EXPRESSION_DEPTH_LIMIT)
        return fail(e, "this condition is nested too deep");
    Value value = parse_binary(e, 1);
    if (accept(e, "?")) {
        bool ignored = e->is_ignored;
        e->is_ignored = ignored || !value.bits;
        Value yes = parse_ternary(e);
        e->is_ignored = ignored || value.bits;
        if (!accept(e, ":"))
            fail(e, "a : is missing in this condition");
        Value no = e->failed ? yes : parse_ternary(e);
        e->is_ignored = ignored;
        value = value.bits ? yes : no;
        value.is_unsigned = yes.is_unsigned || no.is_unsigned;
    }
    e->depth--;
    return value;
}

/* Replaces defined NAME and defined(NAME), and __has_include(...), by 0 or 1. */
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
        fail(&e, "this does not belong to the condition");
    return !e.failed && value.bits != 0;
}
