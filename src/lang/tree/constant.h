/* Arithmetic with values that are known before the kernel runs. A value is its bits as a register
 * holds them: narrow integers are widened to 32 bits, a float lies in the low 32. */
#pragma once

#include "lang/text/operator.h"
#include "program/program.h"

/* As C converts; whole numbers wrap, while a float that a whole number cannot hold saturates and
 * NaN becomes 0, as on the device. Not for half. */
uint64_t constant_convert(ScalarType to, ScalarType from, uint64_t bits);

/* Does C define it? Not where a float becomes a whole number that the type cannot hold: that is
 * left for the machine, which tells of it. */
bool constant_fits(ScalarType to, ScalarType from, uint64_t bits);

/* a op b, both of type; op is an Opcode. False: not known before it runs, since it could fault,
 * or is not computed here (half). Comparisons give 0 or 1. */
bool constant_binary(uint8_t op, ScalarType type, uint64_t a, uint64_t b, uint64_t *out);

/* Is a shift of a value of type by so much (in a register of that type) defined in C++: not by less
 * than 0, nor by the type's width or more? */
bool shift_is_defined(ScalarType type, uint64_t count);

/* What computes a binary operator; for && and || what computes & and | of bools. */
uint8_t binary_opcode(BinaryOperator op);

/* NEG or NOT (of a bool: C's !, else all bits); false for half and for NOT of a float. */
bool constant_unary(uint8_t op, ScalarType type, uint64_t a, uint64_t *out);

/* The number that the bits of a whole type stand for: of U64 the bits are given as they are, so
 * that half of its range comes out negative. */
int64_t constant_int(ScalarType type, uint64_t bits);
/* The bits of a number, of a float type but half. */
uint64_t constant_from_real(ScalarType type, double value);
