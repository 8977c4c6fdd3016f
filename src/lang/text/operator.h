/* C's binary operators: how they are written, how tightly they bind, and what they make of whole
 * numbers. The same for #if, for device code and for host code. Neither = nor the comma is one of
 * them, nor is ?:. */
#pragma once

#include "lang/text/token.h"

typedef enum BinaryOperator {
    BINARY_OR,      /* ||: the left side alone may decide it, as it may && */
    BINARY_AND,     /* && */
    BINARY_BIT_OR,  /* | */
    BINARY_BIT_XOR, /* ^ */
    BINARY_BIT_AND, /* & */
    BINARY_EQ,      /* ==; from here to BINARY_GE: comparisons */
    BINARY_NE,      /* != */
    BINARY_LT,
    BINARY_LE,
    BINARY_GT,
    BINARY_GE,
    BINARY_SHL, /* << */
    BINARY_SHR, /* >> which is two tokens (lang/text/token.h) */
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    BINARY_REM, /* % */
    BINARY_COUNT
} BinaryOperator;

/* The operator that begins with this token, which with the next one is >> if is_shift_right says so
 * (token_is_shift_right). False: it is none. */
bool binary_find(const Token *token, bool is_shift_right, BinaryOperator *out);

/* The same for += and its kin, with the operator without its = in *out. False for = alone, for
 * ==, <= and the other comparisons, and for what is no punctuator. */
bool binary_find_update(const Token *token, BinaryOperator *out);

/* As it is written in C: "+". Static. */
const char *binary_text(BinaryOperator op);

/* 1 (||) to 10 (* / %): operators of the same number are read from left to right. */
int binary_precedence(BinaryOperator op);

/* Is it == != < <= > or >=? */
static inline bool binary_is_comparison(BinaryOperator op)
{
    return op >= BINARY_EQ && op <= BINARY_GE;
}

/* a op b of 64 bits, in two's complement unless is_unsigned; not for || and &&. What is too
 * large wraps, the smallest number divided by -1 too; division truncates; a shift counts modulo
 * 64 and keeps a sign; comparisons give 0 or 1. False: a division by zero. */
bool binary_whole(BinaryOperator op, bool is_unsigned, uint64_t a, uint64_t b, uint64_t *out);
