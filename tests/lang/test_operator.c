/* What #if, constants of device code and host code have in common: operators and whole numbers. */
#include "lang/text/operator.h"
#include "test.h"

#include <string.h>

static Token punctuator(const char *text)
{
    return (Token){.kind = TOKEN_PUNCTUATOR, .text = text, .length = (uint32_t)strlen(text)};
}

TEST(every_operator_is_found_by_its_text)
{
    BinaryOperator found;
    for (int op = 0; op < BINARY_COUNT; ++op) {
        Token token = punctuator(binary_text((BinaryOperator)op));
        assert_true(binary_find(&token, op == BINARY_SHR, &found));
        assert_int_equal(found, op);
    }
    static const char *const others[] = {"=", "!", "+=", "++", "<<<", "?", "("};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        Token token = punctuator(others[i]);
        assert_false(binary_find(&token, false, &found));
    }
}

TEST(updates_are_operators_with_a_sign_behind)
{
    static const struct {
        const char *text;
        BinaryOperator op;
    } updates[] = {{"+=", BINARY_ADD},    {"-=", BINARY_SUB},     {"*=", BINARY_MUL},
                   {"/=", BINARY_DIV},    {"%=", BINARY_REM},     {"<<=", BINARY_SHL},
                   {">>=", BINARY_SHR},   {"&=", BINARY_BIT_AND}, {"|=", BINARY_BIT_OR},
                   {"^=", BINARY_BIT_XOR}};
    static const char *const others[] = {"=", "==", "!=", "<=", ">=", "+", "&&"};
    BinaryOperator found;
    for (size_t i = 0; i < sizeof updates / sizeof *updates; ++i) {
        Token token = punctuator(updates[i].text);
        assert_true(binary_find_update(&token, &found));
        assert_int_equal(found, updates[i].op);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        Token token = punctuator(others[i]);
        assert_false(binary_find_update(&token, &found));
    }
}

TEST(tighter_operators_have_larger_numbers)
{
    assert_true(binary_precedence(BINARY_MUL) > binary_precedence(BINARY_ADD));
    assert_true(binary_precedence(BINARY_ADD) > binary_precedence(BINARY_SHL));
    assert_true(binary_precedence(BINARY_LT) > binary_precedence(BINARY_EQ));
    assert_true(binary_precedence(BINARY_EQ) > binary_precedence(BINARY_BIT_AND));
    assert_true(binary_precedence(BINARY_AND) > binary_precedence(BINARY_OR));
}

static void assert_gives(BinaryOperator op, bool is_unsigned, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t out;
    assert_true(binary_whole(op, is_unsigned, a, b, &out));
    assert_true(out == c);
}

TEST(numbers_follow_the_rules_of_c)
{
    const uint64_t smallest = (uint64_t)1 << 63, minus_one = UINT64_MAX;
    uint64_t out;
    assert_gives(BINARY_ADD, false, INT64_MAX, 1, smallest);
    assert_gives(BINARY_SUB, true, 0, 1, UINT64_MAX);
    assert_gives(BINARY_MUL, false, smallest, 2, 0);
    assert_gives(BINARY_DIV, false, (uint64_t)-7, 2, (uint64_t)-3);
    assert_gives(BINARY_REM, false, (uint64_t)-7, 2, minus_one);
    assert_gives(BINARY_DIV, true, (uint64_t)-7, 2, (UINT64_MAX - 6) / 2);
    assert_gives(BINARY_DIV, false, smallest, minus_one, smallest);
    assert_gives(BINARY_REM, false, smallest, minus_one, 0);
    assert_gives(BINARY_DIV, true, smallest, UINT64_MAX, 0);
    assert_gives(BINARY_SHR, false, smallest, 63, minus_one);
    assert_gives(BINARY_SHR, true, smallest, 63, 1);
    assert_gives(BINARY_SHL, false, 1, 64, 1);
    assert_gives(BINARY_LT, false, minus_one, 0, 1);
    assert_gives(BINARY_LT, true, UINT64_MAX, 0, 0);
    assert_gives(BINARY_GE, false, 5, 5, 1);
    assert_gives(BINARY_GT, false, 5, 5, 0);
    assert_gives(BINARY_NE, false, 5, 5, 0);
    assert_gives(BINARY_BIT_XOR, false, 6, 3, 5);
    assert_false(binary_whole(BINARY_DIV, false, 1, 0, &out));
    assert_false(binary_whole(BINARY_REM, true, 1, 0, &out));
}
