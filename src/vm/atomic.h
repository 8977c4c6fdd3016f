/* What an atomic operation makes of the value that memory held: a rule that the machine and whole
 * blocks share. */
#pragma once

#include "program/instr.h"

#include <stdint.h>

/* The low bytes of bits as a value of the type, widened to 64 bits as operands of atomic_result
 * are. */
uint64_t atomic_cut(uint64_t bits, ScalarType type);

/* The new value of memory in a space, cut likewise. by is the operand of an ATOMIC, swap the second
 * one of a CAS. */
uint64_t atomic_result(const Instr *instr, Space space, uint64_t old, uint64_t by, uint64_t swap);
