#include "lang/text/operator.h"

#include <string.h>

static const struct {
    const char *text;
    int precedence;
} rows[BINARY_COUNT] = {
    [BINARY_OR] = {"||", 1},     [BINARY_AND] = {"&&", 2},    [BINARY_BIT_OR] = {"|", 3},
    [BINARY_BIT_XOR] = {"^", 4}, [BINARY_BIT_AND] = {"&", 5}, [BINARY_EQ] = {"==", 6},
    [BINARY_NE] = {"!=", 6},     [BINARY_LT] = {"<", 7},      [BINARY_LE] = {"<=", 7},
    [BINARY_GT] = {">", 7},      [BINARY_GE] = {">=", 7},     [BINARY_SHL] = {"<<", 8},
    [BINARY_SHR] = {">>", 8},    [BINARY_ADD] = {"+", 9},     [BINARY_SUB] = {"-", 9},
    [BINARY_MUL] = {"*", 10},    [BINARY_DIV] = {"/", 10},    [BINARY_REM] = {"%", 10},
};

bool binary_find(const Token *token, bool is_shift_right, BinaryOperator *out)
{
    *out = BINARY_SHR;
    if (is_shift_right)
        return true;
    for (int op = 0; op < BINARY_COUNT; ++op)
        if (token_is(token, rows[op].text)) {
            *out = (BinaryOperator)op;
            return true;
        }
    return false;
}

bool binary_find_update(const Token *token, BinaryOperator *out)
{
    if (token->kind != TOKEN_PUNCTUATOR || token->text[token->length - 1] != '=')
        return false;
    Token operator= * token;
    operator.length--;
    return binary_find(&operator, false, out) && !binary_is_comparison(*out);
}

const char *binary_text(BinaryOperator op)
{
    return rows[op].text;
}

int binary_precedence(BinaryOperator op)
{
    return rows[op].precedence;
}

/* a / b or a % b, b not 0. For signed numbers the quotient by -1 is the negative of a, which wraps
 * where it does not fit. */
static uint64_t quotient_or_rest(BinaryOperator op, bool is_unsigned, uint64_t a, uint64_t b)
{
    bool is_quotient = op == BINARY_DIV;
    if (is_unsigned)
        return is_quotient ? a / b : a % b;
    if (b == UINT64_MAX)
        return is_quotient ? 0 - a : 0;
    int64_t x = (int64_t)a, y = (int64_t)b;
    return (uint64_t)(is_quotient ? x / y : x % y);
}

static bool compare_whole(BinaryOperator op, bool is_unsigned, uint64_t a, uint64_t b)
{
    bool is_less = is_unsigned ? a < b : (int64_t)a < (int64_t)b;
    switch (op) {
    case BINARY_EQ: return a == b;
    case BINARY_NE: return a != b;
    case BINARY_LT: return is_less;
    case BINARY_LE: return is_less || a == b;
    case BINARY_GT: return !is_less && a != b;
    default: return !is_less;
    }
}

bool binary_whole(BinaryOperator op, bool is_unsigned, uint64_t a, uint64_t b, uint64_t *out)
{
    unsigned count = b & 63;
    switch (op) {
    case BINARY_BIT_OR: *out = a | b; return true;
    case BINARY_BIT_XOR: *out = a ^ b; return true;
    case BINARY_BIT_AND: *out = a & b; return true;
    case BINARY_SHL: *out = a << count; return true;
    case BINARY_SHR: *out = is_unsigned ? a >> count : (uint64_t)((int64_t)a >> count); return true;
    case BINARY_ADD: *out = a + b; return true;
    case BINARY_SUB: *out = a - b; return true;
    case BINARY_MUL: *out = a * b; return true;
    case BINARY_DIV:
    case BINARY_REM: *out = b ? quotient_or_rest(op, is_unsigned, a, b) : 0; return b != 0;
    default: *out = compare_whole(op, is_unsigned, a, b); return true;
    }
}
