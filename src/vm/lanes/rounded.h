/* Numbers rounded in a chosen direction, by integer arithmetic alone: the rounding modes of the
 * host are left as they are, so that results are the same on every processor and of every compiler.
 * */
#pragma once

#include "vm/lanes/lanes.h"

/* What the instruction computes of finite numbers in the active lanes, rounded once as its rounding
 * says (opcode.h). Where an operand is infinite or NaN, or the result has no digits to round (a
 * divisor of zero, the root of a negative number), out is left alone: there it is as by rounding to
 * nearest. */
void lanes_round(const Instr *instr, uint32_t active, Lanes *restrict out, const Lanes *a,
                 const Lanes *b, const Lanes *c);

/* The whole number, of 64 bits with or without a sign, in a float type, to nearest: the bits that a
 * register holds. */
uint64_t rounded_whole(ScalarType to, uint64_t bits, bool is_signed);
